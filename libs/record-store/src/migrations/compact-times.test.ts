import { afterAll, beforeAll, expect, test } from "vitest";
import type { WritingEngine } from "../engine/engine.ts";
import { insertRecords } from "../rows/insert-records.ts";
import { rowHash } from "../rows/rows-hash.ts";
import { generateReports } from "../testing/generate-reports.ts";
import { type StartedEngine, startEngine, stepsBefore } from "../testing/start-engine.ts";
import { toBatch } from "../testing/store-reports.ts";
import { migrate } from "./migrate.ts";

let started: StartedEngine;
let engine: WritingEngine;

beforeAll(async () => {
  started = await startEngine();
  ({ engine } = started);
});

afterAll(() => started.stop());

/** The hash of all rows, and the bytes of the columns that the step changes. */
async function readRows() {
  const hash = await engine.select(
    `SELECT count() AS rows, toString(sum(${rowHash.records})) AS hash FROM records`,
    {},
  );
  const bytes = await engine.select<{ name: string; bytes: number }>(
    `SELECT column AS name, toUInt32(sum(column_data_compressed_bytes)) AS bytes FROM system.parts_columns
     WHERE database = currentDatabase() AND table = 'records' AND active
       AND column IN ('period_begin', 'period_end', 'ordinal') GROUP BY column ORDER BY column`,
    {},
  );
  return { hash, bytes };
}

test("the next merge after an upgrade stores times and ordinals smaller, and every row as it was", async () => {
  await migrate(engine, stepsBefore("compact-times"));
  // Small parts say nothing about single columns.
  await engine.command("ALTER TABLE records MODIFY SETTING min_bytes_for_wide_part = 0", {});
  const size = { domains: 3, firstDay: "2026-01-01", days: 10, reportsPerDay: 200, recordsMean: 8 };
  const reports = [...generateReports({ seed: 7, organizationId: "org_a", ...size })];
  await insertRecords(
    engine,
    reports.map((report) => toBatch(report)),
  );
  const before = await readRows();
  await migrate(engine);
  await engine.command("OPTIMIZE TABLE records FINAL", {});
  const after = await readRows();
  expect(after.hash).toEqual(before.hash);
  expect(after.bytes).toHaveLength(3);
  for (const [index, { name, bytes }] of after.bytes.entries())
    expect(bytes, name).toBeLessThan(before.bytes[index]?.bytes ?? 0);
});
