import { executeSql } from "@ruaflow/metadata-store/testing";
import type { ReportMessage } from "@ruaflow/report/message";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLedgerGuard } from "./ledger-guard.ts";
import { backUpDatabase, type RestoreKind } from "./testing/database-backup.ts";
import { dieAfter, startWriterFixture, type WriterFixture } from "./testing/writer-fixture.ts";

let fixture: WriterFixture;
let earlier: { readonly reports: number; readonly messages: number };
let tests = 0;

beforeAll(async () => {
  fixture = await startWriterFixture();
});

afterAll(() => fixture.stop());

/** Each test has reports of its own and begins with a ledger that was not set back. */
beforeEach(async () => {
  tests += 1;
  earlier = await fixture.readDay();
  await executeSql(fixture.databaseUrl, "UPDATE ledger_state SET reads_back = false");
});

const backUp = () => backUpDatabase(fixture.databaseUrl);
const create = (id: string, content = "a", rows = 3) => fixture.createMessages({ id: `${tests}-${id}`, content, rows });

/** A writer that has just started. */
function startWriter(onSetBack = () => {}) {
  const ledger = createLedgerGuard(onSetBack);
  return (messages: readonly ReportMessage[], overrides = {}) => fixture.write(messages, { ledger, ...overrides });
}

/** The sums that the API shows, and the rows that SQL counts. */
async function readTotals(reports: readonly (readonly ReportMessage[])[]) {
  const { reports: listed, messages } = await fixture.readDay();
  return {
    listed: listed - earlier.reports,
    messages: messages - earlier.messages,
    rows: await Promise.all(reports.map(fixture.readRows)),
  };
}

const intact = "3 rows, 3 ordinals, 1 report rows";

test.each<RestoreKind>(["inPlace", "recreated"])(
  "reports that a restored ledger (%s) has lost are counted once when they arrive again, by running and new writers",
  async (kind) => {
    const warnings: string[] = [];
    const [running, idle] = [startWriter(() => warnings.push("running")), startWriter(() => warnings.push("idle"))];
    const kept = create("kept");
    await idle(kept);
    const restore = await backUp();
    const lost = ["lost-1", "lost-2", "lost-3"].map((id) => create(id));
    for (const report of lost) await running(report);
    const before = await readTotals([kept, ...lost]);
    expect(before).toEqual({ listed: 4, messages: 24, rows: [intact, intact, intact, intact] });
    await restore(kind);
    const [first = [], second = [], third = []] = lost;
    expect(await running(first)).toEqual(["written"]);
    expect(await idle(second)).toEqual(["written"]);
    expect(await startWriter(() => warnings.push("new"))([...third, ...kept])).toEqual(["written", "stored-before"]);
    expect(await readTotals([kept, ...lost])).toEqual(before);
    expect(warnings).toEqual(["running"]);
  },
);

test("a writer that was idle finds a ledger that other writers' reports were lost from", async () => {
  const [busy, idle] = [startWriter(), startWriter()];
  await idle(create("kept"));
  await busy(create("busy"));
  const restore = await backUp();
  const lost = create("lost");
  await busy(lost);
  await restore("recreated");
  await idle(lost);
  expect(await readTotals([lost])).toEqual({ listed: 3, messages: 18, rows: [intact] });
});

test("weeks later a lost report still counts once, and a report that never was there is written", async () => {
  const write = startWriter();
  const restore = await backUp();
  const lost = create("lost");
  await write(lost);
  await restore();
  for (let later = 0; later < 5; later++) await write(create(`later-${later}`));
  const fresh = create("fresh");
  await startWriter()([...lost, ...fresh]);
  expect(await readTotals([lost, fresh])).toEqual({ listed: 7, messages: 42, rows: [intact, intact] });
});

test("no attempt number is used twice after a restore", async () => {
  const restore = await backUp();
  const write = startWriter();
  for (let count = 0; count < 3; count++) await write(create(`lost-${count}`));
  await restore();
  const used = await fixture.records.readGreatestAttempt();
  const fresh = create("fresh");
  await write(fresh);
  const [facts] = fresh;
  if (facts === undefined) throw new Error("a message was expected");
  const place = { ...facts, records: facts.totals.records };
  const report = await fixture.records.readReport(fixture.organizationId, place);
  expect(report?.row.attempt).toBeGreaterThan(Number(used));
});

test("a report that was the conflict before the restore may come first now: its rows replace the others", async () => {
  const write = startWriter();
  const restore = await backUp();
  await write(create("same", "a", 3));
  await restore();
  const other = create("same", "b", 5);
  await expect(write(other, { records: dieAfter(fixture.records, "readContents") })).rejects.toThrow("killed");
  expect(await write(other)).toEqual(["written", "written"]);
  expect(await readTotals([other])).toEqual({ listed: 1, messages: 10, rows: ["5 rows, 5 ordinals, 1 report rows"] });
  expect(await write(create("same", "a", 3))).toEqual(["conflict"]);
});

test("rows of a report that was inserted only in part before the restore make place for the whole report", async () => {
  const write = startWriter();
  const restore = await backUp();
  const [first] = create("large", "a", 8);
  await write(first === undefined ? [] : [first]);
  await restore();
  const other = create("large", "b", 6);
  await write(other);
  expect(await fixture.readRows(other)).toBe("6 rows, 6 ordinals, 1 report rows");
});

test("a large report that arrives in several batches after the restore keeps its rows", async () => {
  const write = startWriter();
  const restore = await backUp();
  await write(create("lost"));
  await restore();
  const large = create("large", "a", 12);
  for (const message of large) await write([message]);
  expect(await fixture.readRows(large)).toBe("12 rows, 12 ordinals, 1 report rows");
});

test("a large report that was half written at the time of the backup is completed after the restore", async () => {
  const write = startWriter();
  const [first, second, third] = create("half", "a", 12);
  if (!first || !second || !third) throw new Error("three chunks were expected");
  await write([first]);
  const restore = await backUp();
  await write([second, third]);
  await restore();
  await write([second, third]);
  expect(await readTotals([[first]])).toEqual({
    listed: 1,
    messages: 24,
    rows: ["12 rows, 12 ordinals, 1 report rows"],
  });
});

test("without a restore no report is read back, and a new writer compares the ledger once", async () => {
  const calls = { compared: 0, readBack: 0 };
  const readBack: typeof fixture.records.readBack = (...args) => {
    calls.readBack += 1;
    return fixture.records.readBack(...args);
  };
  const readGreatestAttempt = () => {
    calls.compared += 1;
    return fixture.records.readGreatestAttempt();
  };
  const records = { ...fixture.records, readBack, readGreatestAttempt };
  const [one, two] = [startWriter(), startWriter()];
  for (let count = 0; count < 3; count++) {
    await one(create(`one-${count}`), { records });
    await two(create(`two-${count}`), { records });
  }
  expect(calls).toEqual({ compared: 2, readBack: 0 });
});

test("removing duplicates is not taken for a restore", async () => {
  const write = startWriter();
  const [first = [], second = []] = [create("twice", "a", 8).slice(0, 1), create("twice", "a", 8).slice(1)];
  const insertRecords: typeof fixture.records.insertRecords = async (batches) => {
    const list = [...batches];
    await fixture.records.insertRecords(list);
    await fixture.records.insertRecords(list);
  };
  await write(first, { records: { ...fixture.records, insertRecords } });
  await write(second);
  const warnings: string[] = [];
  await startWriter(() => warnings.push("set back"))(create("next"));
  expect(warnings).toEqual([]);
});
