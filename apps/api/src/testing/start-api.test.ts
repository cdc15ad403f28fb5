import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "./index.ts";

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

test("a report stored by a test is listed and read like any other", async () => {
  const domain = await organization.addVerifiedDomain("example.com");
  const id = await organization.storeReport({ domain, day: "2026-10-01" });
  const list = await organization.ask({ url: "/api/v1/reports" });
  expect(list.body).toMatchObject({ data: [{ id, domain_id: domain.id, total_count: 1, reporter: "google.com" }] });
  const one = await organization.ask({ url: `/v1/reports/${id}` });
  expect(one.body).toMatchObject({ data: { id, records: [{ source_ip: "192.0.2.1" }] } });
});
