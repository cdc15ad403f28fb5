import { afterAll, beforeAll, expect, test } from "vitest";
import type { WritingEngine } from "../engine/engine.ts";
import { listSources } from "../questions/list-sources.ts";
import { insertRecords } from "../rows/insert-records.ts";
import { generateReports } from "../testing/generate-reports.ts";
import { type StartedEngine, startEngine, stepsBefore } from "../testing/start-engine.ts";
import { toBatch } from "../testing/store-reports.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";

const organizationId = "org_a";
const size = { domains: 2, firstDay: "2026-01-01", days: 3, reportsPerDay: 40, recordsMean: 4 };
const page = { startDate: "2026-01-01", endDate: "2026-01-03", page: 1, perPage: 50 };

let started: StartedEngine;
let engine: WritingEngine;

beforeAll(async () => {
  started = await startEngine();
  ({ engine } = started);
});

afterAll(() => started.stop());

async function readSources() {
  return Array.fromAsync((await listSources(engine, organizationId, page)).sources);
}

/** Projections of each active part. */
async function readProjections(): Promise<string[][]> {
  const query = `SELECT arraySort(projections) AS names FROM system.parts
    WHERE database = currentDatabase() AND table = 'records' AND active`;
  return (await engine.select<{ names: string[] }>(query, {})).map(({ names }) => names);
}

test("an upgrade drops the projection even while step 17 still fills it, fills the other one, and answers stay the same", async () => {
  await migrate(engine, stepsBefore("source-days"));
  const reports = [...generateReports({ seed: 5, organizationId, ...size })];
  await insertRecords(
    engine,
    reports.map((report) => toBatch(report)),
  );
  const sources = await readSources();
  expect(sources.length).toBeGreaterThan(20);
  await engine.command("SYSTEM STOP MERGES records", {});
  await migrate(engine, stepsBefore("drop-source-mail"));
  await migrate(engine);
  await engine.command("SYSTEM START MERGES records", {});
  const projections = ["day_sums", "source_dispositions"];
  await expect.poll(readProjections, { timeout: 30_000 }).toEqual([projections]);
  expect(await readSources()).toEqual(sources);
});

test("a step that died halfway can be taken again", async () => {
  const number = migrations.find(({ name }) => name === "drop-source-mail")?.number;
  await engine.command(
    `ALTER TABLE schema_migrations DELETE WHERE number >= ${number} SETTINGS mutations_sync = 2`,
    {},
  );
  await migrate(engine);
  expect(await readProjections()).toEqual([["day_sums", "source_dispositions"]]);
});
