import { joinLines, type ReportMessage, splitLines } from "@ruaflow/report/message";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dieAfter,
  listDeaths,
  startWriterFixture,
  type WriterFixture,
  withoutReadBack,
} from "./testing/writer-fixture.ts";
import type { WriteContext } from "./write-context.ts";

let fixture: WriterFixture;

beforeAll(async () => {
  fixture = await startWriterFixture();
});

afterAll(() => fixture.stop());

test("a message that occurs twice in one batch is written once", async () => {
  const messages = fixture.createMessages();
  expect(await fixture.write([...messages, ...messages])).toEqual(["written", "written"]);
  expect(await fixture.readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test("the chunks of a large report may occur in one batch any number of times, some or all of them", async () => {
  const messages = fixture.createMessages({ rows: 12 });
  const [first, second, third] = messages;
  if (!first || !second || !third) throw new Error("three chunks were expected");
  await fixture.write([first, second, first]);
  await fixture.write([second, first, third, second, third]);
  expect(await fixture.readRows(messages)).toBe("12 rows, 12 ordinals, 1 report rows");
});

test("a chunk that is delivered again alone, before the chunks that precede it, is written once", async () => {
  const messages = fixture.createMessages({ rows: 16 });
  const second = messages.slice(1, 2);
  await fixture.write(second);
  await fixture.write(second);
  await fixture.write(messages);
  expect(await fixture.readRows(messages)).toBe("16 rows, 16 ordinals, 1 report rows");
});

test("a report encoded again in chunks of another size is written once", async () => {
  const id = "encoded-twice";
  const submissionId = "encoded-twice";
  const messages = fixture.createMessages({ id, submissionId, rows: 8 });
  const [first] = messages;
  const lines = joinLines(messages.flatMap((message) => splitLines(message.lines)));
  const whole = first ? [{ ...first, chunk: { index: 0, of: 1, firstOrdinal: 0 }, lines }] : [];
  await fixture.write([...messages.slice(0, 1), ...whole, ...messages.slice(1)]);
  expect(await fixture.readRows(messages)).toBe("8 rows, 8 ordinals, 1 report rows");
});

test("rows that one attempt inserted twice are deduplicated, even without their message", async () => {
  const messages = fixture.createMessages({ rows: 8 });
  const [first = [], second = []] = [messages.slice(0, 1), messages.slice(1)];
  const insertTwice: WriteContext["records"]["insertRecords"] = async (batches) => {
    const list = [...batches];
    await fixture.records.insertRecords(list);
    await fixture.records.insertRecords(list);
  };
  await fixture.write(first, { records: { ...fixture.records, insertRecords: insertTwice } });
  expect(await fixture.readRows(messages)).toBe("8 rows, 4 ordinals, 0 report rows");
  await fixture.write(second);
  expect(await fixture.readRows(messages)).toBe("8 rows, 8 ordinals, 1 report rows");
});

/** One step of a run: how many messages it takes, and after which step of writing it dies, if at all. */
interface Step {
  readonly messages: number;
  readonly death: number;
}

const deaths = () => listDeaths(() => fixture);
const step = fc.record({ messages: fc.integer({ min: 1, max: 6 }), death: fc.integer({ min: 0, max: 9 }) });

/**
 * One report's messages in a log: the runs of one or two submissions, each in order but interleaved, and copies of
 * single messages anywhere after the originals.
 */
const logs = fc.record({
  chunks: fc.integer({ min: 1, max: 4 }),
  runs: fc.array(fc.constantFrom("one", "other"), { minLength: 1, maxLength: 3 }),
  turns: fc.array(fc.nat(), { maxLength: 12 }),
  copies: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }),
});

test("each record is stored once, however messages are repeated, interleaved, batched and interrupted", async () => {
  let reports = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(logs, { minLength: 1, maxLength: 3 }), fc.array(step), async (shapes, steps) => {
      const built = shapes.map((shape) => buildLog(`property-${reports++}`, shape));
      const before = await fixture.readDay();
      await consume(
        built.flatMap(({ log }) => log),
        steps,
      );
      for (const { messages } of built) {
        const rows = messages.at(-1)?.totals.records ?? 0;
        expect(await fixture.readRows(messages)).toBe(`${rows} rows, ${rows} ordinals, 1 report rows`);
      }
      const after = await fixture.readDay();
      const sent = built.reduce((sum, { messages }) => sum + (messages[0]?.totals.messages ?? 0), 0);
      expect([after.reports - before.reports, after.messages - before.messages]).toEqual([built.length, sent]);
    }),
    { numRuns: 40 },
  );
}, 120_000);

interface LogShape {
  readonly chunks: number;
  readonly runs: readonly string[];
  readonly turns: readonly number[];
  readonly copies: readonly (readonly [number, number])[];
}

function buildLog(id: string, { chunks, runs, turns, copies }: LogShape) {
  const rows = chunks * 4 - 1;
  const queues = runs.map((submission) => fixture.createMessages({ id, rows, submissionId: `${id}-${submission}` }));
  const messages = queues[0] ?? [];
  const left = queues.map((queue) => [...queue]);
  const log: ReportMessage[] = [];
  for (let turn = 0; left.some((queue) => queue.length > 0); turn += 1) {
    const waiting = left.filter((queue) => queue.length > 0);
    const next = waiting[(turns[turn] ?? 0) % waiting.length]?.shift();
    if (next) log.push(next);
  }
  for (const [from, gap] of copies) {
    const place = from % log.length;
    const copy = log[place];
    if (copy) log.splice(place + 1 + (gap % (log.length - place)), 0, copy);
  }
  return { messages, log };
}

/** Reads a log as a consumer does: messages in flight when it died are delivered again, batched differently. */
async function consume(log: readonly ReportMessage[], steps: readonly Step[]): Promise<void> {
  let offset = 0;
  for (let turn = 0; offset < log.length; turn += 1) {
    const { messages, death } = steps[turn] ?? { messages: log.length, death: -1 };
    const batch = log.slice(offset, offset + messages);
    const [, die] = deaths()[death] ?? [];
    const written = await fixture.write(batch, die?.()).catch((error: Error) => {
      if (error.message === "killed") return null;
      throw error;
    });
    if (written) offset += batch.length;
  }
}

test("the control run: without reading back, a repeated run duplicates rows", async () => {
  const messages = fixture.createMessages();
  const die = { records: dieAfter(fixture.records, "insertRecords") };
  await expect(fixture.write(messages, die)).rejects.toThrow("killed");
  await fixture.write([...messages, ...messages], { records: withoutReadBack(fixture.records) });
  expect(await fixture.readRows(messages)).not.toBe("3 rows, 3 ordinals, 1 report rows");
});
