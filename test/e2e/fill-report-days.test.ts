import { join } from "node:path";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { ask, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { upload, writeTar } from "../support/upload.ts";

const NAMES = ["one.example", "two.example"];
const REPORTS = 30;

const dataDir = createMigratedDataDir();
const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
let service: RunningService;
let key: string;

beforeAll(async () => {
  service = await startService(dataDir);
  key = service.key ?? "";
});

afterAll(async () => {
  await service.stop();
  await removeDataDir(dataDir);
});

function createReports(): Buffer {
  const files = Array.from({ length: REPORTS }, (_, index) => {
    const domain = NAMES[index % NAMES.length] ?? "";
    const begin = 1_767_225_600 + (index % 7) * 86_400;
    return [
      `${index}.xml`,
      [...generateReport({ seed: index + 1, domain, begin, records: 8 }).xml()].join(""),
    ] as const;
  });
  return writeTar(Object.fromEntries(files));
}

/** Every answer based on the sums of days, and every report. */
async function readSums(): Promise<unknown[]> {
  const month = "start_date=2026-01-01&end_date=2026-01-31";
  const { body } = await ask<{ data: readonly { id: string }[] }>(service, key, "/api/v1/domains");
  const ofDomains = body.data.map(({ id }) => `reports/aggregate?${month}&domain_id=${id}`);
  const list = "reports?per_page=100&sort=total_count";
  const paths = [`reports/aggregate?${month}`, list, ...ofDomains];
  const answers = paths.map(async (path) => (await ask<{ data: object }>(service, key, `/api/v1/${path}`)).body);
  // Reports with equal counts are listed in the order in which they became visible, which differs after filling.
  return (await Promise.all(answers)).map(({ data, ...rest }) => ({
    ...rest,
    data: Array.isArray(data) ? data.map((item) => JSON.stringify(item)).sort() : data,
  }));
}

async function isAllStored(): Promise<boolean> {
  const { body } = await ask<{ meta: { total: number } }>(service, key, "/api/v1/reports");
  return body.meta.total === REPORTS;
}

test("the start adds sums of days and the list of reports to a data folder of a release without them", async () => {
  await runOrThrow(["domains", "add", ...NAMES], environment);
  await upload(service, key, { name: "all.tar", body: createReports() });
  await expect.poll(isAllStored, { timeout: 20_000 }).toBe(true);
  const before = await readSums();

  const owner = await findRunningOwner(join(dataDir, "postgres"));
  for (const sql of [
    "DELETE FROM report_days",
    "INSERT INTO report_days_due VALUES (true)",
    "DELETE FROM stored_reports",
    "INSERT INTO stored_reports_due SELECT DISTINCT organization_id, domain_id FROM report_ledger",
  ]) {
    await executeSql(owner?.url ?? "", sql);
  }
  expect(await readSums()).not.toEqual(before);
  await service.stop();
  service = await startService(dataDir);
  expect(await readSums()).toEqual(before);
}, 60_000);
