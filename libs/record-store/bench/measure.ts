/**
 * Measures the store on generated records, on an embedded engine in a new folder:
 * `node libs/record-store/bench/measure.ts [records] [folder]`, 1,000,000 records by default. Prints the speed of inserts,
 * the stored bytes of a record with its projections, and the time of each question for one large domain and for the whole
 * organization over the last 30 days.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbeddedEngine } from "../src/engine/embedded.ts";
import type { Engine } from "../src/engine/engine.ts";
import { migrate } from "../src/migrations/migrate.ts";
import { listFailures } from "../src/questions/list-failures.ts";
import { listReports } from "../src/questions/list-reports.ts";
import { listSources } from "../src/questions/list-sources.ts";
import { readAggregate } from "../src/questions/read-aggregate.ts";
import { insertRecords } from "../src/rows/insert-records.ts";
import { insertReports } from "../src/rows/insert-reports.ts";
import { type GeneratedReport, generateReports } from "../src/testing/generate-reports.ts";
import { toBatch } from "../src/testing/store-reports.ts";

const organizationId = "org_measured";
const recordsMean = 8;
const reportsPerDay = 6_000;
const lastDay = Date.parse("2026-06-30");
const millisecondsPerDay = 86_400_000;

const records = Number(process.argv[2] ?? 1_000_000);
const path = process.argv[3] ?? (await mkdtemp(join(tmpdir(), "ruaflow-measure-")));
const engine = await createEmbeddedEngine(path);
await migrate(engine);
const domainId = await fill(engine);
await printSize(engine);
await printTimes(engine, domainId);
await engine.close();
if (!process.argv[3]) await rm(path, { recursive: true });

/** Inserts the reports and tells the domain that has most of them. */
async function fill(target: Engine): Promise<string> {
  const days = Math.max(1, Math.round(records / recordsMean / reportsPerDay));
  const firstDay = toDay(lastDay - (days - 1) * millisecondsPerDay);
  const domains = new Map<string, number>();
  let seconds = 0;
  let inserted = 0;
  const size = { domains: 200, firstDay, days, reportsPerDay, recordsMean };
  for (const batch of inBatches(generateReports({ seed: 1, organizationId, ...size }))) {
    const batches = batch.map((report) => toBatch(report));
    const start = performance.now();
    await insertRecords(target, batches);
    seconds += (performance.now() - start) / 1000;
    await insertReports(
      target,
      batch.map(({ row }) => row),
    );
    for (const { row, records } of batch) {
      inserted += records.length;
      domains.set(row.domainId, (domains.get(row.domainId) ?? 0) + 1);
    }
  }
  print(`${inserted} records of ${days} days`, `${Math.round(inserted / seconds)} records/s inserted`);
  return [...domains].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
}

function* inBatches(reports: Iterable<GeneratedReport>): Generator<GeneratedReport[]> {
  let batch: GeneratedReport[] = [];
  for (const report of reports) {
    batch.push(report);
    if (batch.length < 10_000) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function printSize(target: Engine): Promise<void> {
  const query = `SELECT sum(bytes_on_disk) / sum(rows) AS bytes, count() AS parts FROM system.parts
    WHERE active AND database = currentDatabase() AND table = 'records'`;
  for (const row of await target.select<{ bytes: number; parts: number }>(query, {})) {
    print("stored", `${row.bytes.toFixed(1)} bytes a record in ${row.parts} parts`);
  }
}

async function printTimes(target: Engine, largest: string): Promise<void> {
  const month = { startDate: toDay(lastDay - 29 * millisecondsPerDay), endDate: toDay(lastDay), page: 1, perPage: 100 };
  for (const [name, filter] of Object.entries({ domain: { ...month, domainIds: [largest] }, organization: month })) {
    const questions = { readAggregate, listSources, listFailures, listReports };
    for (const [question, ask] of Object.entries(questions)) {
      print(`${question}, ${name}`, await time(() => ask(target, organizationId, filter)));
    }
  }
}

async function time(ask: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < 20; run += 1) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return `median ${times[10]?.toFixed(0)} ms, p95 ${times[18]?.toFixed(0)} ms`;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function print(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(32)} ${figure}\n`);
}
