import { readFileSync } from "node:fs";
import { type EventLog, reportsTopic } from "@ruaflow/event-log";
import { createPostgresLog } from "@ruaflow/event-log/drivers";
import { bulkReportsTopic } from "@ruaflow/event-log/lanes";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { encode, startWriter, untilWritten } from "./testing/start-writer.ts";
import { startWriterFixture, type WriterFixture } from "./testing/writer-fixture.ts";

/** So many that each of 12 partitions has some: one stays empty once in 500,000 runs. */
const REPORTS = 90;

let fixture: WriterFixture;

beforeAll(async () => {
  fixture = await startWriterFixture();
});

afterAll(() => fixture.stop());

async function openLog(): Promise<EventLog> {
  const log = createPostgresLog({ connectionString: fixture.databaseUrl });
  onTestFinished(() => log.close());
  await log.prepare();
  return log;
}

/** Writers on processes of their own. */
async function startWriters(count: number) {
  const logs = await Promise.all(Array.from({ length: count }, openLog));
  return Promise.all(logs.map((log) => startWriter(fixture, log)));
}

/** The statement that adds partitions to a log in PostgreSQL, as operators are told. */
function readStatement(): string {
  const page = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
  const statement = page.match(/```sql\n(\s*INSERT INTO event_log\.partitions[^`]+)```/)?.[1];
  if (statement === undefined) throw new Error("docs/operations.md does not say how partitions are added");
  return statement;
}

test("after the documented steps all partitions have reports, and each report counts once, also one that comes again", async () => {
  const before = await openLog();
  const old = Array.from({ length: REPORTS }, () => fixture.createMessages({ rows: 10 }));
  await before.append(reportsTopic, old.slice(1).flat().map(encode));
  await before.append(bulkReportsTopic, (old[0] ?? []).map(encode));
  const writers = await startWriters(2);
  await untilWritten(before);
  await Promise.all(writers.map(({ stop }) => stop()));
  await before.close();

  await executeSql(fixture.databaseUrl, readStatement());

  const after = await openLog();
  await startWriters(3);
  const young = Array.from({ length: REPORTS }, () => fixture.createMessages({ rows: 10 }));
  await after.append(reportsTopic, [...old, ...young].flat().map(encode));
  await after.append(bulkReportsTopic, old.flat().map(encode));
  await untilWritten(after);

  const lags = await after.readLag(reportsTopic, "ruaflow.record-writer");
  expect(lags.filter(({ end }) => end > 0n)).toHaveLength(12);
  expect((await fixture.readDay()).reports).toBe(2 * REPORTS);
  const rows = await Promise.all([...old, ...young].map((messages) => fixture.readRows(messages)));
  expect(new Set(rows)).toEqual(new Set(["10 rows, 10 ordinals, 1 report rows"]));
}, 240_000);
