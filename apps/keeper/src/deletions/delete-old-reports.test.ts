import { startApi, type TestApi, type TestOrganization } from "@ruaflow/api/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDeletions } from "../testing/index.ts";

interface ListBody {
  readonly data: readonly { readonly date_range: { readonly begin: string } }[];
}

// For the keeper, too: by the machine's clock it would delete more.
const now = () => new Date("2026-10-15T23:00:00Z");

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi({ now });
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

async function listDays(domainId: string): Promise<string[]> {
  const { body } = await organization.ask<ListBody>({ url: `/api/v1/reports?domain_id=${domainId}&sort=date_range` });
  return body.data.map(({ date_range }) => date_range.begin.slice(0, 10));
}

test("reports beyond their domain's retention are deleted when a keeper starts, and stay deleted", async () => {
  const domain = await organization.addVerifiedDomain("retention.example");
  const unlimited = await organization.addVerifiedDomain("forever.example");
  const days = ["2026-08-15", "2026-08-16", "2026-09-30"];
  for (const day of days) {
    await organization.storeReport({ domain, day, reporterReportId: day });
    await organization.storeReport({ domain: unlimited, day });
  }
  const url = `/api/v1/domains/${domain.id}`;
  await organization.ask({ method: "PUT", url, body: { retention_days: 60 } });
  startDeletions({ ...api, now });
  await expect.poll(() => listDays(domain.id), { timeout: 20_000 }).toEqual(["2026-08-16", "2026-09-30"]);
  expect(await listDays(unlimited.id)).toEqual(days);
  await expect(organization.storeReport({ domain, day: "2026-08-15", reporterReportId: "2026-08-15" })).rejects.toThrow(
    "duplicate",
  );
});
