import { executeSql } from "@ruaflow/metadata-store/testing";
import { executeStatement } from "@ruaflow/record-store/testing";
import type { ReportMessage } from "@ruaflow/report/message";
import { OutageError } from "@ruaflow/runtime/errors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIsolatingWriter, type WriteMessages } from "./set-aside.ts";
import { changeLines, startWriterFixture, type WriterFixture } from "./testing/writer-fixture.ts";
import type { WriteContext } from "./write-context.ts";

let fixture: WriterFixture;

beforeAll(async () => {
  fixture = await startWriterFixture();
  await constrain();
});

afterAll(() => fixture.stop());

/** Outcomes of one write, in the order of the messages. */
async function write(
  writer: WriteMessages,
  messages: readonly ReportMessage[],
  overrides: Partial<WriteContext> = {},
): Promise<string[]> {
  const outcomes = await writer(messages, fixture.createContext(overrides));
  return messages.map((message) => {
    const outcome = outcomes.get(message);
    if (outcome?.kind === "dead-letter") return `dead letter: ${outcome.reason}`;
    return outcome?.kind ?? "nothing";
  });
}

const readOutcome = async ([message]: readonly ReportMessage[]) =>
  (await fixture.metadata.intake.readArrivals([message?.submissionId ?? ""])).map(({ outcome, reason }) => [
    outcome,
    reason,
  ]);

const poisonReporter = ({ header }: ReportMessage) => ({ header: { ...header, reporter: "poison" } });

/** Adds constraints that refuse poisoned reports, one per table. */
async function constrain(): Promise<void> {
  const check = "CHECK (submission_id <> 'poison-t1')";
  await executeSql(fixture.databaseUrl, `ALTER TABLE report_ledger ADD CONSTRAINT no_poison ${check}`);
  const listed = "CHECK (reporter <> 'poison')";
  await executeSql(fixture.databaseUrl, `ALTER TABLE stored_reports ADD CONSTRAINT no_poison ${listed}`);
  const arrived = "CHECK (path <> 'poison')";
  await executeSql(fixture.databaseUrl, `ALTER TABLE arrivals ADD CONSTRAINT no_poison ${arrived}`);
  const rows = "CONSTRAINT no_poison CHECK header_from != 'poison.example'";
  await executeStatement(fixture.clickHousePath, `ALTER TABLE records ADD ${rows}`);
}

const change = (messages: readonly ReportMessage[], changes: (message: ReportMessage) => Partial<ReportMessage>) =>
  messages.map((message) => ({ ...message, ...changes(message) }));

const poisons: readonly [string, (message: ReportMessage) => Partial<ReportMessage>][] = [
  [
    "an address that ClickHouse cannot parse",
    (message) => ({ lines: changeLines(message, (line) => line.replace("192.0", "x")) }),
  ],
  ["a row that is not JSON", (message) => ({ lines: changeLines(message, (line) => `${line}"`) })],
  ["a report's row that ClickHouse refuses", () => ({ warnings: [{ code: "x", path: "y", count: -1 }] })],
  ["a day that PostgreSQL refuses", () => ({ day: "2026-99-99" })],
  ["a number out of PostgreSQL's range", ({ totals }) => ({ totals: { ...totals, messages: 1e300 } })],
  ["an id that PostgreSQL refuses", () => ({ submissionId: "a\u0000b" })],
  ["a ledger entry that a CHECK of PostgreSQL refuses", () => ({ submissionId: "poison-t1" })],
  ["a completion that a CHECK of PostgreSQL refuses", poisonReporter],
  ["an arrival that a CHECK of PostgreSQL refuses", () => ({ path: "poison" })],
  [
    "a record that a CONSTRAINT of ClickHouse refuses",
    (message) => ({ lines: changeLines(message, (line) => line.replace("example.com", "poison.example")) }),
  ],
];

test.each(poisons)("%s: its report is set aside at once, and the others are written", async (_, poison) => {
  const healthy = [fixture.createMessages(), fixture.createMessages({ rows: 10 }), fixture.createMessages()];
  const poisoned = change(fixture.createMessages(), poison);
  const [first = [], ...others] = healthy;
  const outcomes = await write(createIsolatingWriter(), [...first, ...poisoned, ...others.flat()]);
  expect(outcomes).toEqual(["ok", "dead letter: refused", "ok", "ok", "ok", "ok"]);
  expect(await fixture.readRows(first)).toBe("3 rows, 3 ordinals, 1 report rows");
  expect(await fixture.readRows(healthy[1] ?? [])).toBe("10 rows, 10 ordinals, 1 report rows");
  const isReadable = poisoned[0]?.day === "2026-01-01";
  if (isReadable) expect(await fixture.readRows(poisoned)).toBe("0 rows, 0 ordinals, 0 report rows");
});

test("the sender sees that a report was set aside, and the same report without the fault is stored later", async () => {
  const id = "mended";
  const poisoned = change(fixture.createMessages({ id }), () => ({ warnings: [{ code: "x", path: "y", count: -1 }] }));
  expect(await write(createIsolatingWriter(), poisoned)).toEqual(["dead letter: refused"]);
  expect(await readOutcome(poisoned)).toEqual([["refused", "refused"]]);
  expect(await write(createIsolatingWriter(), fixture.createMessages({ id }))).toEqual(["ok"]);
});

test("a refused report is stored when the same message arrives again and no store refuses it any more", async () => {
  const poisoned = change(fixture.createMessages({ id: "replayed" }), () => ({ submissionId: "poison-t1" }));
  expect(await write(createIsolatingWriter(), poisoned)).toEqual(["dead letter: refused"]);
  expect(await readOutcome(poisoned)).toEqual([["refused", "refused"]]);
  await executeSql(fixture.databaseUrl, "ALTER TABLE report_ledger DROP CONSTRAINT no_poison");
  const before = await fixture.readDay();
  expect(await write(createIsolatingWriter(), [...poisoned, ...poisoned])).toEqual(["ok", "ok"]);
  expect(await write(createIsolatingWriter(), poisoned)).toEqual(["drop"]);
  expect(await readOutcome(poisoned)).toEqual([["stored", null]]);
  expect(await fixture.readRows(poisoned)).toBe("3 rows, 3 ordinals, 1 report rows");
  expect((await fixture.readDay()).reports - before.reports).toBe(1);
});

test("a copy with a fault leaves the rows of the stored report alone", async () => {
  const id = "stored-before";
  const stored = fixture.createMessages({ id });
  await fixture.write(stored);
  const poisoned = change(fixture.createMessages({ id }), ({ totals }) => ({ totals: { ...totals, messages: 1e300 } }));
  expect(await write(createIsolatingWriter(), poisoned)).toEqual(["dead letter: refused"]);
  expect(await fixture.readRows(stored)).toBe("3 rows, 3 ordinals, 1 report rows");
});

/** A store that fails with an unknown error on the rows of one report. */
function failFor(poisoned: readonly ReportMessage[]): Partial<WriteContext> {
  const insertRecords: WriteContext["records"]["insertRecords"] = async (batches) => {
    const list = [...batches];
    if (list.some(({ report }) => report.reportId === poisoned[0]?.reportId)) throw new Error("unknown cause");
    await fixture.records.insertRecords(list);
  };
  return { records: { ...fixture.records, insertRecords } };
}

test("an unknown error that follows one report: it is set aside after three attempts, and the others are written", async () => {
  const writer = createIsolatingWriter();
  const poisoned = fixture.createMessages();
  const healthy = fixture.createMessages();
  const messages = [...poisoned, ...healthy];
  await expect(write(writer, messages, failFor(poisoned))).rejects.toThrow("unknown cause");
  await expect(write(writer, messages, failFor(poisoned))).rejects.toThrow("unknown cause");
  expect(await write(writer, messages, failFor(poisoned))).toEqual(["dead letter: unsettled", "ok"]);
  expect(await readOutcome(poisoned)).toEqual([["refused", "unsettled"]]);
  expect(await fixture.readRows(healthy)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test("an unknown error on every report is the store's fault: nothing is set aside, however often it occurs", async () => {
  const writer = createIsolatingWriter();
  const messages = fixture.createMessages();
  for (let tries = 0; tries < 6; tries += 1)
    await expect(write(writer, messages, failFor(messages))).rejects.toThrow("unknown cause");
  expect(await write(writer, messages)).toEqual(["ok"]);
});

test("an outage is waited out, even while reports are tried one by one", async () => {
  const writer = createIsolatingWriter();
  const poisoned = change(fixture.createMessages(), () => ({ warnings: [{ code: "x", path: "y", count: -1 }] }));
  const messages = [...fixture.createMessages(), ...poisoned];
  let writes = 0;
  const insertReports: WriteContext["records"]["insertReports"] = async (rows) => {
    writes += 1;
    if (writes === 2) throw new OutageError("The record store", new Error("gone"));
    await fixture.records.insertReports(rows);
  };
  const overrides = { records: { ...fixture.records, insertReports } };
  await expect(write(writer, messages, overrides)).rejects.toThrow("cannot be reached");
  expect(await write(writer, messages, overrides)).toEqual(["ok", "dead letter: refused"]);
});
