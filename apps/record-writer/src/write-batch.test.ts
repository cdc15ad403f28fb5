import { executeSql } from "@ruaflow/metadata-store/testing";
import type { RecordStore } from "@ruaflow/record-store";
import { joinLines, type ReportMessage, splitLines } from "@ruaflow/report/message";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLateRows } from "./late-rows.ts";
import {
  changeLines,
  createLine,
  dieAfter,
  listDeaths,
  startWriterFixture,
  type WriterFixture,
  withoutReadBack,
} from "./testing/writer-fixture.ts";

let fixture: WriterFixture;

beforeAll(async () => {
  fixture = await startWriterFixture();
  await subscribe(["report.received", "report.failure"]);
});

afterAll(() => fixture.stop());

async function subscribe(events: readonly string[]): Promise<void> {
  const settings = { url: "https://hooks.example.com/", events, secret: null, active: true };
  await fixture.metadata.delivery.createWebhook(fixture.organizationId, settings);
}

interface WrittenEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: { readonly report_id: string };
}

/** The events in the outbox about the report of these messages. */
async function readEvents([first]: readonly ReportMessage[]): Promise<WrittenEvent[]> {
  const sql = "SELECT convert_from(body, 'UTF8') AS body FROM events ORDER BY type";
  const rows = await executeSql(fixture.databaseUrl, sql);
  const events: WrittenEvent[] = rows.map(({ body }) => JSON.parse(String(body)));
  return events.filter(({ data }) => data.report_id === first?.reportId);
}

/** Lets the next check for late rows of this report begin now. */
async function makeDue([first]: readonly ReportMessage[]): Promise<void> {
  const sql = `UPDATE late_row_checks SET next_check_at = now() WHERE report_id = '${first?.reportId}'`;
  await executeSql(fixture.databaseUrl, sql);
}

let reports = 0;

/** A new report id, for reports sent in several submissions. */
function nextId(): string {
  return `shared-${reports++}`;
}

const deaths = listDeaths(() => fixture);

test("a report is written once; writing it again changes nothing", async () => {
  const messages = fixture.createMessages();
  expect(await fixture.write(messages)).toEqual(["written"]);
  expect(await fixture.write(messages)).toEqual(["stored-before"]);
  expect(await fixture.readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test.each(deaths)("a death after %s repeats work and duplicates nothing", async (_, die) => {
  const messages = fixture.createMessages({ rows: 10 });
  const before = await fixture.readDay();
  await expect(fixture.write(messages, die())).rejects.toThrow("killed");
  await fixture.write(messages);
  expect(await fixture.readRows(messages)).toBe("10 rows, 10 ordinals, 1 report rows");
  const after = await fixture.readDay();
  expect([after.reports - before.reports, after.messages - before.messages]).toEqual([1, 20]);
  const arrivals = await fixture.metadata.intake.readArrivals(messages.map(({ submissionId }) => submissionId));
  expect(arrivals.map(({ outcome }) => outcome)).toEqual(["stored"]);
  expect((await readEvents(messages)).map(({ type }) => type)).toEqual(["report.failure", "report.received"]);
});

test("a stored report without a usable record keeps the reason that its submission shows", async () => {
  const skipped = (recordsSkipped: number) => ({ records: 0, recordsSkipped, messages: 0, passed: 0 });
  const messages = [2, 0].flatMap((recordsSkipped) =>
    fixture.createMessages().map((message) => ({ ...message, totals: skipped(recordsSkipped), lines: joinLines([]) })),
  );
  expect(await fixture.write(messages)).toEqual(["written", "written"]);
  const arrivals = await fixture.metadata.intake.readArrivals(messages.map(({ submissionId }) => submissionId));
  const outcomes = arrivals.map(({ outcome, reason }) => `${outcome} ${reason}`).toSorted();
  expect(outcomes).toEqual(["stored no-usable-record", "stored null"]);
});

test("a report's aligned sums are those of its message; for a message of an earlier release ClickHouse is queried", async () => {
  const before = await fixture.readDay();
  const withSums = fixture.createMessages({ rows: 1 }).map((message) => ({
    ...message,
    totals: { ...message.totals, spfPassed: 100, dkimPassed: 1000 },
  }));
  const withoutSums = fixture.createMessages({ rows: 5 }).map((message) => ({
    ...message,
    lines: changeLines(message, (_, index) => createLine(message.chunk.firstOrdinal + index, { spf: "pass" })),
  }));
  await fixture.write([...withSums, ...withoutSums]);
  const after = await fixture.readDay();
  expect([after.spfPassed - before.spfPassed, after.dkimPassed - before.dkimPassed]).toEqual([110, 1000]);
});

test.each(deaths.slice(0, 3))("a death after %s leaves no event for a report that is not stored", async (_, die) => {
  const messages = fixture.createMessages();
  await expect(fixture.write(messages, die())).rejects.toThrow("killed");
  expect(await readEvents(messages)).toEqual([]);
});

test("without reading back, the same death duplicates the rows: the promise depends on it", async () => {
  const messages = fixture.createMessages();
  await expect(fixture.write(messages, { records: dieAfter(fixture.records, "insertReports") })).rejects.toThrow(
    "killed",
  );
  await fixture.write(messages, { records: withoutReadBack(fixture.records) });
  expect(await fixture.readRows(messages)).toBe("6 rows, 3 ordinals, 2 report rows");
});

test("rows that another writer inserted at the same time are removed by the last writer to check", async () => {
  const messages = fixture.createMessages();
  await expect(fixture.write(messages, { records: dieAfter(fixture.records, "insertReports") })).rejects.toThrow(
    "killed",
  );
  // The other writer's rows become visible only after the first check.
  let checks = 0;
  const readBack: RecordStore["readBack"] = async (...args) =>
    checks++ === 0 ? [] : fixture.records.readBack(...args);
  await fixture.write(messages, { records: { ...fixture.records, readBack } });
  expect(await fixture.readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test("a writer that has lost its partition after an insert removes the duplicates and stops", async () => {
  const messages = fixture.createMessages();
  // Hangs during its insert for longer than the session timeout; another writer writes the report meanwhile.
  let isStale = false;
  const insertRecords: RecordStore["insertRecords"] = async (batches) => {
    await fixture.write(messages);
    await fixture.records.insertRecords(batches);
    isStale = true;
  };
  const zombie = fixture.write(messages, { records: { ...fixture.records, insertRecords }, isStale: () => isStale });
  await expect(zombie).rejects.toThrow("may belong to another record-writer");
  expect(await fixture.readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test("a writer that hung unnoticed removes the duplicates when the ledger shows that another writer has finished", async () => {
  const messages = fixture.createMessages();
  const insertRecords: RecordStore["insertRecords"] = async (batches) => {
    await fixture.write(messages);
    await fixture.records.insertRecords(batches);
  };
  expect(await fixture.write(messages, { records: { ...fixture.records, insertRecords } })).toEqual(["written"]);
  expect(await fixture.readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test("rows of a writer that is killed after another one has stored the report are removed by the next check", async () => {
  const messages = fixture.createMessages({ rows: 6 });
  // Its inserts arrive after the other writer's T2, and it dies before it looks for duplicates.
  const late = {
    insertRecords: async (...args: Parameters<RecordStore["insertRecords"]>) => {
      await fixture.write(messages);
      await fixture.records.insertRecords(...args);
    },
  };
  const records = dieAfter({ ...fixture.records, ...late }, "insertReports");
  await expect(fixture.write(messages, { records })).rejects.toThrow("killed");
  expect(await fixture.readRows(messages)).toBe("12 rows, 6 ordinals, 2 report rows");
  expect(await checkLateRows(fixture)).toEqual({ checked: 0, removed: 0 });
  await makeDue(messages);
  expect(await checkLateRows(fixture)).toEqual({ checked: 1, removed: 1 });
  expect(await fixture.readRows(messages)).toBe("6 rows, 6 ordinals, 1 report rows");
});

test("a report that was taken over is checked three times", async () => {
  const messages = fixture.createMessages();
  await expect(fixture.write(messages, { records: dieAfter(fixture.records, "insertRecords") })).rejects.toThrow();
  await fixture.write(messages);
  const readChecks = async () => {
    const [row] = await executeSql(
      fixture.databaseUrl,
      `SELECT checks, extract(minute FROM next_check_at - now())::int AS minutes FROM late_row_checks
       WHERE report_id = '${messages[0]?.reportId}'`,
    );
    return row && [row.checks, row.minutes];
  };
  const seen = [await readChecks()];
  for (let check = 0; check < 3; check++) {
    await makeDue(messages);
    await checkLateRows(fixture);
    seen.push(await readChecks());
  }
  expect(seen).toEqual([[0, 0], [1, 4], [2, 29], undefined]);
});

test("a report that another writer is still writing is claimed again, not counted as done", async () => {
  const messages = fixture.createMessages();
  const insertRecords: RecordStore["insertRecords"] = async (batches) => {
    await expect(fixture.write(messages, { records: dieAfter(fixture.records, "insertRecords") })).rejects.toThrow(
      "killed",
    );
    await fixture.records.insertRecords(batches);
  };
  await expect(fixture.write(messages, { records: { ...fixture.records, insertRecords } })).rejects.toThrow(
    "claimed again",
  );
  expect(await fixture.write(messages)).toEqual(["written"]);
  expect(await fixture.readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test("a large report arrives in several batches; of a partly stored chunk only the missing rows are inserted", async () => {
  const messages = fixture.createMessages({ rows: 12 });
  const [first, second, third] = messages;
  if (!first || !second || !third) throw new Error("three chunks were expected");
  expect(await fixture.write([first])).toEqual(["written"]);
  const half = { ...second, lines: joinLines(splitLines(second.lines).slice(0, 2)) };
  await expect(fixture.write([half], { records: dieAfter(fixture.records, "insertRecords") })).rejects.toThrow(
    "killed",
  );
  expect(await fixture.write([second, third])).toEqual(["written", "written"]);
  expect(await fixture.readRows(messages)).toBe("12 rows, 12 ordinals, 1 report rows");
});

test("a last chunk without the preceding ones is a dead letter; the whole report, sent again, is written", async () => {
  const id = nextId();
  const broken = fixture.createMessages({ id, rows: 8 });
  expect(await fixture.write(broken.slice(1))).toEqual(["incomplete"]);
  const again = fixture.createMessages({ id, rows: 8 });
  expect(await fixture.write(again)).toEqual(["written", "written"]);
  expect(await fixture.readRows(again)).toBe("8 rows, 8 ordinals, 1 report rows");
});

test("copies are duplicates, and different content is a conflict, within a batch and later", async () => {
  const id = nextId();
  const original = fixture.createMessages({ id });
  const copy = fixture.createMessages({ id });
  const other = fixture.createMessages({ id, content: "b" });
  expect(await fixture.write([...original, ...copy, ...other])).toEqual(["written", "duplicate", "conflict"]);
  expect(await fixture.write(fixture.createMessages({ id }))).toEqual(["duplicate"]);
  expect(await fixture.readRows(original)).toBe("3 rows, 3 ordinals, 1 report rows");
  const arrivals = await fixture.metadata.intake.readArrivals(
    [...copy, ...other].map(({ submissionId }) => submissionId),
  );
  expect(arrivals.map(({ outcome }) => outcome).sort()).toEqual(["conflict", "duplicate"]);
});

test("nothing is inserted for a partition that may belong to another writer", async () => {
  const messages = fixture.createMessages();
  await expect(fixture.write(messages, { isStale: () => true })).rejects.toThrow("may belong to another record-writer");
  expect(await fixture.readRows(messages)).toBe("0 rows, 0 ordinals, 0 report rows");
});

test("a report of a deleted domain is dropped and leaves no row", async () => {
  const messages = fixture.createMessages().map((message) => ({ ...message, domainId: "dom_gone" }));
  expect(await fixture.write(messages)).toEqual(["domain-gone"]);
  expect(await fixture.readRows(messages)).toBe("0 rows, 0 ordinals, 0 report rows");
});

test("events are written with the report; a copy or a conflict has no events", async () => {
  const id = nextId();
  const messages = fixture.createMessages({ id, rows: 10 });
  await fixture.write([
    ...messages,
    ...fixture.createMessages({ id, rows: 10 }),
    ...fixture.createMessages({ id, content: "b" }),
  ]);
  const shared = { report_id: messages[0]?.reportId, domain: "example.com", reporter: "r", total_count: 20 };
  const source = { source_ip: "192.0.2.1", failure_count: 20, policy_applied: "none" };
  expect(await readEvents(messages)).toMatchObject([
    { type: "report.failure", data: { ...shared, failure_count: 20, source_count: 1, sources: [source] } },
    { type: "report.received", created_at: "2026-01-02T00:00:00.000Z", data: { ...shared, pass_rate: 0 } },
  ]);
});

test("events name the domain's id and the client's reference, as it is when the report is stored", async () => {
  const setReference = (text: string) =>
    executeSql(fixture.databaseUrl, `UPDATE domains SET client_reference = ${text}`);
  await setReference("'C-1024'");
  const [domainId] = (await executeSql(fixture.databaseUrl, "SELECT id FROM domains")).map(({ id }) => id);
  const owner = { domain: "example.com", domain_id: domainId, client_reference: "C-1024" };
  const messages = fixture.createMessages({ rows: 10 });
  await fixture.write(messages);
  expect((await readEvents(messages)).map(({ data }) => data)).toMatchObject([owner, owner]);
  await setReference("NULL");
});

test("a repeated T2 writes byte-identical events", async () => {
  const messages = fixture.createMessages({ rows: 10 });
  const bodies: string[][] = [];
  const completeReports: typeof fixture.metadata.reports.completeReports = async (attempt, batch) => {
    bodies.push(batch.completions.flatMap(({ events = [] }) => events.map((e) => Buffer.from(e.body).toString())));
    if (bodies.length === 1) throw new Error("killed");
    return fixture.metadata.reports.completeReports(attempt, batch);
  };
  const failingOnce = {
    metadata: { ...fixture.metadata, reports: { ...fixture.metadata.reports, completeReports } },
  };
  await expect(fixture.write(messages, failingOnce)).rejects.toThrow("killed");
  await fixture.write(messages, failingOnce);
  expect(bodies[0]).toHaveLength(2);
  expect(bodies[1]).toEqual(bodies[0]);
});

test("events without a subscriber are neither queried nor written; a listener is a subscriber", async () => {
  const queries = { reports: 0 };
  const readFailingSources: RecordStore["readFailingSources"] = (...args) => {
    queries.reports += 1;
    return fixture.records.readFailingSources(...args);
  };
  const overrides = { records: { ...fixture.records, readFailingSources } };
  await executeSql(fixture.databaseUrl, "DELETE FROM webhooks");
  const first = fixture.createMessages();
  await fixture.write(first, overrides);
  expect([await readEvents(first), queries.reports]).toEqual([[], 0]);
  await subscribe(["report.received"]);
  const second = fixture.createMessages();
  await fixture.write(second, overrides);
  expect((await readEvents(second)).map(({ type }) => type)).toEqual(["report.received"]);
  expect(queries.reports).toBe(0);
  const listener = fixture.metadata.delivery.createListener(fixture.organizationId, ["report.failure"]);
  await fixture.metadata.delivery.renewListener(listener, 60_000);
  const third = fixture.createMessages();
  await fixture.write(third, overrides);
  expect((await readEvents(third)).map(({ type }) => type)).toEqual(["report.failure", "report.received"]);
  await fixture.metadata.delivery.deleteListener(listener);
});

test("a report whose rows another attempt stored has its events once, from that attempt", async () => {
  await subscribe(["report.received"]);
  const messages = fixture.createMessages();
  const insertRecords: RecordStore["insertRecords"] = async (batches) => {
    await fixture.write(messages);
    await fixture.records.insertRecords(batches);
  };
  await fixture.write(messages, { records: { ...fixture.records, insertRecords } });
  expect(await readEvents(messages)).toHaveLength(1);
});
