import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRecordStore } from "@ruaflow/record-store";
import { sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const RECORDS = 12_000;
/** Blocks of 512 bytes: less than the file of any format. */
const BLOCKS = 256;

const work = mkdtempSync(join(tmpdir(), "ruaflow-full-"));
const data = join(work, "clickhouse");

beforeAll(async () => {
  await createMigratedFolder(data);
  const store = await createRecordStore({ path: data });
  const records = Array.from({ length: RECORDS }, (_, index) => {
    const headerFrom = `${(index * 2_654_435_761).toString(36)}.example.com`;
    return aRecord({ ordinal: index, identifiers: { headerFrom } });
  });
  await storeReports(store, [sampleReport({ organizationId: "org_1", reportId: "rpt_1", records })]);
  const lists = { hiddenAttempts: [], hiddenReports: [], countingOrganizations: [] };
  await store.insertRowVisibility({ version: 1n, attempt: 1n, ...lists });
  await store.close();
});
afterAll(() => rmSync(work, { recursive: true }));

function runExport(folder: string, limit: string): string {
  mkdirSync(folder);
  const program = new URL("./testing/export-folder.ts", import.meta.url).pathname;
  const script = `ulimit -f ${limit}; exec "$@"`;
  return execFileSync("sh", ["-c", script, "sh", process.execPath, program, data, folder], { encoding: "utf8" });
}

test("a file whose end did not fit, of which ClickHouse says nothing, gets no name, and leaves nothing", () => {
  const folder = join(work, "full");
  const output = runExport(folder, String(BLOCKS));
  expect(output).toMatch(
    /csv: .*records-2026-\d\d\.csv is not complete: it has \d+ rows of 12000\. The disk may be full/,
  );
  expect(output).toMatch(/jsonl: .*is not complete: it has \d+ rows of 12000/);
  expect(output).toMatch(/parquet: .*is not complete: the Parquet file has no end/);
  expect(readdirSync(folder)).toEqual([]);
  const complete = join(work, "complete");
  expect(runExport(complete, "unlimited")).toBe("");
  expect(readdirSync(complete).filter((name) => !name.endsWith(".json"))).toHaveLength(3);
});
