import { executeStatement } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-15T12:00:00Z") });
  organization = await api.createOrganization();
  const domain = await organization.addVerifiedDomain("example.com");
  await organization.storeReport({ domain, day: "2026-10-01", records: [aRecord()] });
  // Every question about records now takes more than the memory that one question may use.
  await executeStatement(api.recordsFolder, "RENAME TABLE records TO stored_records");
  await executeStatement(
    api.recordsFolder,
    "CREATE VIEW records AS SELECT * FROM stored_records WHERE NOT ignore(range(250000000 + toUInt64(ordinal)))",
  );
});

afterAll(() => api.stop());

test.each([
  "/api/v1/reports/sources?format=csv",
  "/api/v1/reports/sources",
  "/api/v1/reports/sources?page=1&per_page=5",
  "/api/v1/reports/sources?group_by=country",
  "/api/v1/reports/failures?format=csv",
  "/api/v1/reports/failures",
  "/api/v1/reports/records",
  "/api/v1/reports/records?format=csv",
])("%s at a limit of the engine is a 503 that says what to ask instead, never an internal error", async (url) => {
  const { status, headers, body } = await organization.ask<{ code: string; detail: string }>({ url });
  expect([status, body.code]).toEqual([503, "question_limit"]);
  expect(headers["retry-after"]).toBe("5");
  expect(body.detail).toContain("Ask for fewer days");
});
