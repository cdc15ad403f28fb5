import { compressLines, encodeReportMessage } from "@ruaflow/report/message";
import { describeReportMessage } from "@ruaflow/report/message-reader";
import { sampleFacts } from "@ruaflow/report/testing";
import { deadLetter, ok } from "@ruaflow/runtime/outcome";
import { expect, onTestFinished, test } from "vitest";
import { createConsumer } from "../consumer.ts";
import type { EventLog, LogMessage } from "../event-log.ts";
import { eventually, message, readNow } from "../testing/fixture.ts";
import { startTestLog } from "../testing/start-test-log.ts";
import { deadLettersTopic, reportsTopic } from "../topics.ts";
import { createDeadLetters } from "./dead-letters.ts";
import { planReplay } from "./plan-replay.ts";

async function openLog(): Promise<EventLog> {
  const log = await startTestLog({ partitions: 3 });
  onTestFinished(() => log.close());
  await log.prepare();
  return log;
}

/** Appends messages and lets a consumer set all of them aside. */
async function setAside(log: EventLog, messages: readonly LogMessage[]): Promise<void> {
  await log.append(reportsTopic, messages);
  const consumer = await createConsumer(log, {
    topic: reportsTopic,
    group: "group",
    onFatal: (error) => {
      throw error;
    },
    handle: async (received) =>
      received.map((each) => ("replay-of" in each.headers ? ok(each) : deadLetter("refused", "too odd"))),
  });
  await eventually("the end", async () => {
    const lags = await log.readLag(reportsTopic, "group");
    return lags.every(({ lagMessages }) => lagMessages === 0);
  });
  await consumer.stop();
}

/** The messages of a report in `of` chunks; their lines are not read. */
const createChunks = (of: number, reportKey: string) =>
  Array.from({ length: of }, (_, index) =>
    encodeReportMessage({ ...sampleFacts, reportKey, chunk: { index, of, firstOrdinal: index } }, Buffer.from("[]")),
  );

test("a log without dead letters, and one that was never prepared, list none", async () => {
  expect(await createDeadLetters(await openLog(), describeReportMessage).list()).toEqual([]);
  const unprepared = await startTestLog();
  onTestFinished(() => unprepared.close());
  expect(await createDeadLetters(unprepared, describeReportMessage).list()).toEqual([]);
  expect(await createDeadLetters(unprepared, describeReportMessage).read("a/0/0")).toBeNull();
});

test("a dead letter shows what it is about, is listed once however many copies exist, and returns its message", async () => {
  const log = await openLog();
  const [report] = createChunks(1, "a".repeat(64));
  const odd = message("odd", Buffer.from([0, 255]), { "content-type": "x/y" });
  if (!report) throw new Error("a message was expected");
  await setAside(log, [report, odd]);
  const copies = await readNow(log, deadLettersTopic);
  await log.append(deadLettersTopic, copies);
  const letters = createDeadLetters(log, describeReportMessage);
  const list = await letters.list();
  expect(list).toHaveLength(2);
  const known = { reason: "refused", detail: "too odd", topic: reportsTopic, group: "group", replayedAt: null };
  const about = {
    reportKey: "a".repeat(64),
    reportId: sampleFacts.reportId,
    domain: "example.com",
    reporter: "Example\nInc.",
  };
  expect(list.find(({ key }) => key === report.key)).toMatchObject({
    ...known,
    organizationId: sampleFacts.organizationId,
    report: about,
    bytes: report.value.byteLength,
  });
  const found = list.find(({ key }) => key === "odd");
  expect(found).toMatchObject({ ...known, organizationId: null, report: null, bytes: 2 });
  expect(found?.id).toMatch(/^ruaflow\.reports\.v1\/\d\/0$/);
  expect((await letters.read(found?.id ?? ""))?.message).toEqual(odd);
  expect(await letters.read(`${reportsTopic}/0/999`)).toBeNull();
});

test("a replay appends each message once with its key and bytes and marks it; a second replay returns the same count", async () => {
  const log = await openLog();
  const messages = Array.from({ length: 1200 }, (_, index) => message(`key-${index}`, `value-${index}`));
  await setAside(log, messages);
  const letters = createDeadLetters(log, describeReportMessage);
  const ids = new Set((await letters.list()).map(({ id }) => id));
  expect(await letters.replay(ids)).toBe(1200);
  const replayed = (await readNow(log, reportsTopic)).filter(({ headers }) => "replay-of" in headers);
  expect(new Set(replayed.map(({ key, value }) => `${key} ${Buffer.from(value)}`))).toEqual(
    new Set(messages.map(({ key, value }) => `${key} ${Buffer.from(value)}`)),
  );
  expect(replayed).toHaveLength(1200);
  const after = await letters.list();
  expect(after).toHaveLength(1200);
  expect(after.every(({ replayedAt }) => replayedAt !== null)).toBe(true);
  const [one] = ids;
  expect((await letters.read(one ?? ""))?.letter.replayedAt).not.toBeNull();
  expect(await letters.replay(new Set([one ?? "", "unknown/0/0"]))).toBe(1);
});

test("messages that could not be appended are not marked", async () => {
  const log = await openLog();
  await setAside(log, [message("a", "b")]);
  const append: EventLog["append"] = async (topic, messages) => {
    if (topic === reportsTopic) throw new Error("the log is down");
    await log.append(topic, messages);
  };
  const ids = new Set((await createDeadLetters(log, describeReportMessage).list()).map(({ id }) => id));
  await expect(createDeadLetters({ ...log, append }, describeReportMessage).replay(ids)).rejects.toThrow(
    "the log is down",
  );
  expect((await createDeadLetters(log, describeReportMessage).list()).map(({ replayedAt }) => replayedAt)).toEqual([
    null,
  ]);
});

test("the messages of a large report are replayed together, or not at all", async () => {
  const log = await openLog();
  const whole = createChunks(3, "a".repeat(64));
  const partial = createChunks(3, "b".repeat(64)).slice(1);
  await setAside(log, [...whole, ...partial]);
  const all = await createDeadLetters(log, describeReportMessage).list();
  const choose = (key: string) => all.filter((letter) => letter.key === key).slice(0, 1);
  const plan = planReplay(all, choose("a".repeat(64)));
  expect([plan.ids.size, plan.left]).toEqual([3, []]);
  const none = planReplay(all, choose("b".repeat(64)));
  expect([none.ids.size, none.left.map(({ why }) => why)]).toEqual([
    0,
    ["only 2 of the 3 messages of its report are dead letters: send the report's file again"],
  ]);
  await createDeadLetters(log, describeReportMessage).replay(plan.ids);
  const replayed = (await readNow(log, reportsTopic)).filter(({ headers }) => "replay-of" in headers);
  expect(replayed.map(({ value }) => Buffer.from(value).toString().split("\n")[0])).toEqual(
    whole.map(({ value }) => Buffer.from(value).toString().split("\n")[0]),
  );
});

test("a message that our consumers did not put into the topic is listed and cannot be replayed", async () => {
  const log = await openLog();
  await log.append(deadLettersTopic, [message("a", compressLines(Buffer.from("x")).frame)]);
  const [foreign] = await createDeadLetters(log, describeReportMessage).list();
  expect(foreign).toMatchObject({ topic: null, reason: "unknown", report: null });
  expect(planReplay(foreign ? [foreign] : [], foreign ? [foreign] : []).left).toMatchObject([
    { why: "its topic is unknown" },
  ]);
});
