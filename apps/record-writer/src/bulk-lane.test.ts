import { type EventLog, reportsTopic } from "@ruaflow/event-log";
import { createPostgresLog } from "@ruaflow/event-log/drivers";
import { bulkReportsTopic } from "@ruaflow/event-log/lanes";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { encode, startWriter, untilWritten } from "./testing/start-writer.ts";
import { startWriterFixture, type WriterFixture } from "./testing/writer-fixture.ts";

let fixture: WriterFixture;

beforeAll(async () => {
  fixture = await startWriterFixture();
});

afterAll(() => fixture.stop());

async function openLog(): Promise<EventLog> {
  const log = createPostgresLog({ connectionString: fixture.databaseUrl, partitions: 2 });
  onTestFinished(() => log.close());
  await log.prepare();
  return log;
}

test("bulk reports are written like others, also large ones, and one that comes through both lanes counts once", async () => {
  const log = await openLog();
  const { reports: before } = await fixture.readDay();
  const bulk = [fixture.createMessages(), fixture.createMessages({ rows: 30 })];
  const twice = fixture.createMessages({ rows: 10 });
  await log.append(bulkReportsTopic, [...bulk, twice].flat().map(encode));
  await log.append(reportsTopic, twice.map(encode));
  await startWriter(fixture, log);
  await untilWritten(log);
  expect((await fixture.readDay()).reports - before).toBe(3);
  const rows = await Promise.all([...bulk, twice].map((messages) => fixture.readRows(messages.slice(0, 1))));
  expect(rows).toEqual([3, 30, 10].map((count) => `${count} rows, ${count} ordinals, 1 report rows`));
});

test("what waits in each lane has gauges of its own", async () => {
  const log = await openLog();
  const { metrics, stop } = await startWriter(fixture, log);
  await stop();
  await log.append(bulkReportsTopic, fixture.createMessages({ rows: 30 }).map(encode));
  await log.append(reportsTopic, fixture.createMessages({ rows: 5 }).map(encode));
  const text = await metrics.render();
  expect(text).toContain("ruaflow_bulk_lag_messages 8");
  expect(text).toContain("ruaflow_writer_lag_messages 2");
  expect(text).toMatch(/ruaflow_bulk_lag_seconds 0\.\d/);
});

test("an acknowledged report that the log has lost has a gauge; one that waits there does not count", async () => {
  const log = await openLog();
  const { metrics, stop } = await startWriter(fixture, log);
  await untilWritten(log);
  await stop();
  const messages = ["waits", "lost"].map((submissionId) => fixture.createMessages({ submissionId }));
  await fixture.metadata.intake.saveArrivals(
    messages.flat().map(({ submissionId, entry, organizationId, domainId, reportId, path }) => {
      return { submissionId, entry, organizationId, domainId, reportId, path, outcome: "accepted", ...NO_REASON };
    }),
  );
  await log.append(reportsTopic, (messages[0] ?? []).map(encode));
  expect(await metrics.render()).toContain("ruaflow_unstored_reports 0");
  await executeSql(fixture.databaseUrl, "UPDATE arrivals SET created_at = now() - interval '1 hour'");
  expect(await metrics.render()).toContain("ruaflow_unstored_reports 1");
});

const NO_REASON = { reason: null, detail: null } as const;
