import { type EventLog, eventsTopic, listTopics, recordWriterGroup, reportsTopic } from "@ruaflow/event-log";
import { createDeadLetters } from "@ruaflow/event-log/dead-letters";
import { createPostgresLog } from "@ruaflow/event-log/drivers";
import { describeOnKafka } from "@ruaflow/event-log/testing";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { executeStatement } from "@ruaflow/record-store/testing";
import { describeReportMessage } from "@ruaflow/report/message-reader";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { encode, startWriter } from "./testing/start-writer.ts";
import { changeLines, startWriterFixture, type WriterFixture } from "./testing/writer-fixture.ts";

let fixture: WriterFixture;

beforeAll(async () => {
  fixture = await startWriterFixture();
});

afterAll(() => fixture.stop());

/** While `isOn`, PostgreSQL refuses reports of the reporter `poison`, and ClickHouse records of poison.example. */
async function refusePoison(isOn: boolean): Promise<void> {
  const check = isOn ? "ADD CONSTRAINT no_poison CHECK (reporter <> 'poison') NOT VALID" : "DROP CONSTRAINT no_poison";
  await executeSql(fixture.databaseUrl, `ALTER TABLE stored_reports ${check}`);
  const rows = isOn ? "ADD CONSTRAINT no_poison CHECK header_from != 'poison.example'" : "DROP CONSTRAINT no_poison";
  await executeStatement(fixture.clickHousePath, `ALTER TABLE records ${rows}`);
}

const countLetters = async (log: EventLog, isReplayed: boolean) =>
  (await createDeadLetters(log, describeReportMessage).list()).filter(
    ({ replayedAt }) => (replayedAt !== null) === isReplayed,
  ).length;

async function replayAll(log: EventLog): Promise<number> {
  const letters = createDeadLetters(log, describeReportMessage);
  return letters.replay(new Set((await letters.list()).map(({ id }) => id)));
}

const untilCaughtUp = (log: EventLog) =>
  expect
    .poll(
      async () => {
        const lags = await log.readLag(reportsTopic, recordWriterGroup);
        return lags.reduce((total, { lagMessages }) => total + lagMessages, 0);
      },
      { timeout: 20_000 },
    )
    .toBe(0);

function describeReplay(name: string, open: () => Promise<EventLog>): void {
  test(`${name}: reports that a store refuses are set aside, the rest is stored; replayed twice, they count once`, async () => {
    const log = await open();
    onTestFinished(() => log.close());
    await log.prepare();
    const { metrics } = await startWriter(fixture, log);
    const healthy = [fixture.createMessages(), fixture.createMessages()].flat();
    const ledgerPoison = fixture.createMessages().map((message) => ({
      ...message,
      header: { ...message.header, reporter: "poison" },
    }));
    const rowPoison = fixture.createMessages().map((message) => ({
      ...message,
      lines: changeLines(message, (line) => line.replace("example.com", "poison.example")),
    }));
    const poison = [...ledgerPoison, ...rowPoison];
    const before = await fixture.readDay();
    const countStored = async () => (await fixture.readDay()).reports - before.reports;
    await refusePoison(true);
    await log.append(reportsTopic, [...healthy, ...poison].map(encode));
    await expect.poll(countStored, { timeout: 20_000 }).toBe(2);
    await expect.poll(() => countLetters(log, false), { timeout: 20_000 }).toBe(2);
    expect(await metrics.render()).toContain('ruaflow_writer_dead_letters_total{reason="refused"} 2');
    const letters = await createDeadLetters(log, describeReportMessage).list();
    expect(letters.map(({ report }) => report?.reportId).sort()).toEqual(poison.map(({ reportId }) => reportId).sort());
    for (const { detail } of letters) expect(detail).toMatch(/refuses the write.*no_poison/s);

    // Refused again: each is a new dead letter, and the old one stays replayed.
    expect(await replayAll(log)).toBe(2);
    await expect.poll(() => countLetters(log, false), { timeout: 20_000 }).toBe(2);
    expect([await countLetters(log, true), await countStored()]).toEqual([2, 2]);

    await refusePoison(false);
    expect(await replayAll(log)).toBe(4);
    expect(await replayAll(log)).toBe(4);
    await expect.poll(countStored, { timeout: 20_000 }).toBe(4);
    await untilCaughtUp(log);
    expect([await countStored(), await countLetters(log, false), await countLetters(log, true)]).toEqual([4, 0, 4]);
    for (const message of [...healthy, ...poison])
      expect(await fixture.readRows([message])).toBe("3 rows, 3 ordinals, 1 report rows");
    const arrivals = await fixture.metadata.intake.readArrivals(poison.map(({ submissionId }) => submissionId));
    expect(arrivals.map(({ outcome }) => outcome)).toEqual(["stored", "stored"]);
  }, 120_000);
}

describe("a report that a store refuses", () => {
  describeReplay("PostgreSQL", async () => createPostgresLog({ connectionString: fixture.databaseUrl, partitions: 2 }));
});

await describeOnKafka((start) => {
  let harness: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    harness = await start();
  });
  afterAll(() => harness?.close());
  describeReplay("Kafka", async () => {
    const topics = listTopics(2).filter(({ name }) => name !== eventsTopic);
    return (await harness.connect(topics)).log;
  });
});
