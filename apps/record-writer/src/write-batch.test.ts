import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReportKey, toReportId } from "@ruaflow/dmarc";
import type { ReportMessage } from "@ruaflow/event-log";
import { executeSql, startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore, encodeRecord, type RecordStore } from "@ruaflow/record-store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeBatch } from "./write-batch.ts";
import type { WriteContext } from "./write-context.ts";

const folder = mkdtempSync(join(tmpdir(), "write-batch-"));
let metadata: Awaited<ReturnType<typeof startMetadataStore>>;
let records: RecordStore;
let organizationId: string;
let domainId: string;

beforeAll(async () => {
  metadata = await startMetadataStore();
  records = await createRecordStore({ path: folder });
  await records.migrate();
  organizationId = (await metadata.store.createOrganization({ name: "Test", plan: "free" })).id;
  const { verified } = await metadata.store.saveVerifiedDomains(organizationId, ["example.com"]);
  domainId = verified[0]?.domainId ?? "";
  await subscribe(["report.received", "report.failure"]);
});

afterAll(async () => {
  await records.close();
  await metadata.stop();
  await rm(folder, { recursive: true, force: true });
});

async function subscribe(events: readonly string[]): Promise<void> {
  const settings = { url: "https://hooks.example.com/", events, secret: null, active: true };
  await metadata.store.createWebhook(organizationId, settings);
}

interface WrittenEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: { readonly report_id: string };
}

/** The outbox's events about the report of these messages. */
async function readEvents([first]: readonly ReportMessage[]): Promise<WrittenEvent[]> {
  const rows = await executeSql(metadata.url, "SELECT convert_from(body, 'UTF8') AS body FROM events ORDER BY type");
  const events: WrittenEvent[] = rows.map(({ body }) => JSON.parse(String(body)));
  return events.filter(({ data }) => data.report_id === first?.reportId);
}

let counter = 0;

interface MessageOptions {
  readonly id?: string;
  readonly rows?: number;
  readonly content?: string;
  readonly submissionId?: string;
}

/** The messages of one report, `rows` records in chunks of four. */
function createMessages({
  id = `report-${counter++}`,
  rows = 3,
  content = "a",
  submissionId = `sub-${counter++}`,
}: MessageOptions = {}) {
  const dateRange = { begin: 1_767_225_600, end: 1_767_311_999 };
  const identity = { policyDomain: "example.com", reporter: "r", reportId: id, ...dateRange };
  const reportKey = createReportKey({ organizationId, ...identity });
  const lines = Array.from({ length: rows }, (_, ordinal) => createLine(ordinal));
  const of = Math.ceil(rows / 4);
  return Array.from({ length: of }, (_, index): ReportMessage => {
    const chunk = { index, of, firstOrdinal: index * 4 };
    return {
      reportKey,
      reportId: toReportId(reportKey),
      organizationId,
      domainId,
      day: "2026-01-01",
      contentHash: content.repeat(64),
      submissionId,
      entry: 0,
      path: "r.xml",
      channel: "upload",
      receivedAt: "2026-01-02T00:00:00.000Z",
      header: createHeader(id, dateRange),
      warnings: [],
      totals: { records: rows, recordsSkipped: 0, messages: rows * 2, passed: 0 },
      chunk,
      lines: lines.slice(index * 4, index * 4 + 4),
    };
  });
}

function createHeader(reportId: string, dateRange: { begin: number; end: number }): ReportMessage["header"] {
  const none = { p: null, sp: null, np: null, adkim: null, aspf: null, pct: null, fo: null };
  const policyPublished = { domain: "example.com", ...none, testing: null, discoveryMethod: null };
  const metadataOfReporter = { reporter: "r", email: null, extraContactInfo: null, reportId, dateRange, errors: [] };
  return { ...metadataOfReporter, version: null, namespace: "", generator: null, policyPublished };
}

function createLine(ordinal: number, { spf = "fail" } = {}): string {
  return encodeRecord({
    ordinal,
    sourceIp: "192.0.2.1",
    count: 2,
    policyEvaluated: { disposition: "none", dkim: "fail", spf, reasons: [] },
    identifiers: { headerFrom: "example.com", envelopeFrom: null, envelopeTo: null },
    authResults: { dkim: [], spf: [] },
  });
}

async function createContext(overrides: Partial<WriteContext> = {}): Promise<WriteContext> {
  const attempt = await metadata.store.createAttempt();
  const calm = { isStale: () => false, heartbeat: async () => undefined };
  return { metadata: metadata.store, records, attempt, readBack: true, ...calm, ...overrides };
}

async function write(messages: readonly ReportMessage[], overrides: Partial<WriteContext> = {}): Promise<string[]> {
  const outcomes = await writeBatch(messages, await createContext(overrides));
  return messages.map((message) => {
    const outcome = outcomes.get(message);
    return outcome?.kind === "ok" ? "written" : (outcome?.reason ?? "nothing");
  });
}

/** Rows, distinct ordinals and report rows in ClickHouse. */
async function readRows(messages: readonly ReportMessage[]): Promise<string> {
  const [facts] = messages;
  const [found] = facts ? await records.readBack(organizationId, [facts]) : [];
  return `${found?.rows ?? 0} rows, ${found?.ordinals ?? 0} ordinals, ${found?.reportRows ?? 0} report rows`;
}

/** The sums of the day that all reports of this file are of. */
async function readDay() {
  const [day] = await metadata.store.readReportDays(organizationId, { startDate: "2026-01-01", endDate: "2026-01-01" });
  return day ?? { reports: 0, messages: 0, passed: 0, spfPassed: 0, dkimPassed: 0 };
}

/** A store that dies right after `name` has taken effect. */
function dieAfter<Store extends object>(store: Store, name: keyof Store): Store {
  const call = store[name];
  if (typeof call !== "function") throw new Error(`${String(name)} is no function`);
  return {
    ...store,
    async [name](...args: unknown[]) {
      await Reflect.apply(call, store, args);
      throw new Error("killed");
    },
  };
}

test("a report is written once, and once more changes nothing", async () => {
  const messages = createMessages();
  expect(await write(messages)).toEqual(["written"]);
  expect(await write(messages)).toEqual(["stored-before"]);
  expect(await readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

const deaths: readonly [string, () => Partial<WriteContext>][] = [
  ["T1", () => ({ metadata: dieAfter(metadata.store, "claimReports") })],
  ["the records", () => ({ records: dieAfter(records, "insertRecords") })],
  ["the report's row", () => ({ records: dieAfter(records, "insertReports") })],
  ["T2", () => ({ metadata: dieAfter(metadata.store, "completeReports") })],
];

test.each(deaths)("a death after %s repeats work and doubles nothing", async (_, die) => {
  const messages = createMessages({ rows: 10 });
  const before = await readDay();
  await expect(write(messages, die())).rejects.toThrow("killed");
  await write(messages);
  expect(await readRows(messages)).toBe("10 rows, 10 ordinals, 1 report rows");
  const after = await readDay();
  expect([after.reports - before.reports, after.messages - before.messages]).toEqual([1, 20]);
  const arrivals = await metadata.store.readArrivals(messages.map(({ submissionId }) => submissionId));
  expect(arrivals.map(({ outcome }) => outcome)).toEqual(["stored"]);
  expect((await readEvents(messages)).map(({ type }) => type)).toEqual(["report.failure", "report.received"]);
});

test("a report's aligned sums are those of its message; for one of an earlier release ClickHouse is asked", async () => {
  const before = await readDay();
  const told = createMessages({ rows: 1 }).map((message) => ({
    ...message,
    totals: { ...message.totals, spfPassed: 100, dkimPassed: 1000 },
  }));
  const untold = createMessages({ rows: 5 }).map((message) => ({
    ...message,
    lines: message.lines.map((_, index) => createLine(message.chunk.firstOrdinal + index, { spf: "pass" })),
  }));
  await write([...told, ...untold]);
  const after = await readDay();
  expect([after.spfPassed - before.spfPassed, after.dkimPassed - before.dkimPassed]).toEqual([110, 1000]);
});

test.each(deaths.slice(0, 3))("a death after %s leaves no event of a report that is not stored", async (_, die) => {
  const messages = createMessages();
  await expect(write(messages, die())).rejects.toThrow("killed");
  expect(await readEvents(messages)).toEqual([]);
});

test("without reading back, the same death doubles the rows: the promise hangs on it", async () => {
  const messages = createMessages();
  await expect(write(messages, { records: dieAfter(records, "insertReports") })).rejects.toThrow("killed");
  await write(messages, { readBack: false });
  expect(await readRows(messages)).toBe("6 rows, 3 ordinals, 2 report rows");
});

test("rows that somebody else inserted at the same time are removed by whoever looks last", async () => {
  const messages = createMessages();
  await expect(write(messages, { records: dieAfter(records, "insertReports") })).rejects.toThrow("killed");
  // The other's rows come into sight only after we have looked.
  let looks = 0;
  const readBack: RecordStore["readBack"] = async (...args) => (looks++ === 0 ? [] : records.readBack(...args));
  await write(messages, { records: { ...records, readBack } });
  expect(await readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test("a writer that finds its partition gone after its insert removes what became double, and stops", async () => {
  const messages = createMessages();
  // Hangs with its rows on the way, longer than the group waits; another one writes the report meanwhile.
  let isStale = false;
  const insertRecords: RecordStore["insertRecords"] = async (batches) => {
    await write(messages);
    await records.insertRecords(batches);
    isStale = true;
  };
  const zombie = write(messages, { records: { ...records, insertRecords }, isStale: () => isStale });
  await expect(zombie).rejects.toThrow("may belong to another record-writer");
  expect(await readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test("a writer that hung unnoticed removes what became double when the ledger says that another one is done", async () => {
  const messages = createMessages();
  const insertRecords: RecordStore["insertRecords"] = async (batches) => {
    await write(messages);
    await records.insertRecords(batches);
  };
  expect(await write(messages, { records: { ...records, insertRecords } })).toEqual(["written"]);
  expect(await readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test("a report that another writer is still at is claimed again, not counted as done", async () => {
  const messages = createMessages();
  const insertRecords: RecordStore["insertRecords"] = async (batches) => {
    await expect(write(messages, { records: dieAfter(records, "insertRecords") })).rejects.toThrow("killed");
    await records.insertRecords(batches);
  };
  await expect(write(messages, { records: { ...records, insertRecords } })).rejects.toThrow("claimed again");
  expect(await write(messages)).toEqual(["written"]);
  expect(await readRows(messages)).toBe("3 rows, 3 ordinals, 1 report rows");
});

test("a large report comes in several batches; of a chunk that is there in part only the rest is inserted", async () => {
  const messages = createMessages({ rows: 12 });
  const [first, second, third] = messages;
  if (!first || !second || !third) throw new Error("three chunks were expected");
  expect(await write([first])).toEqual(["written"]);
  const half = { ...second, lines: second.lines.slice(0, 2) };
  await expect(write([half], { records: dieAfter(records, "insertRecords") })).rejects.toThrow("killed");
  expect(await write([second, third])).toEqual(["written", "written"]);
  expect(await readRows(messages)).toBe("12 rows, 12 ordinals, 1 report rows");
});

test("a last chunk without those before it is a dead letter, and the whole report sent again is written", async () => {
  const id = `report-${counter++}`;
  const broken = createMessages({ id, rows: 8 });
  expect(await write(broken.slice(1))).toEqual(["incomplete"]);
  const again = createMessages({ id, rows: 8 });
  expect(await write(again)).toEqual(["written", "written"]);
  expect(await readRows(again)).toBe("8 rows, 8 ordinals, 1 report rows");
});

test("copies are duplicates and other content is a conflict, within a batch and later", async () => {
  const id = `report-${counter++}`;
  const original = createMessages({ id });
  const copy = createMessages({ id });
  const other = createMessages({ id, content: "b" });
  expect(await write([...original, ...copy, ...other])).toEqual(["written", "duplicate", "conflict"]);
  expect(await write(createMessages({ id }))).toEqual(["duplicate"]);
  expect(await readRows(original)).toBe("3 rows, 3 ordinals, 1 report rows");
  const arrivals = await metadata.store.readArrivals([...copy, ...other].map(({ submissionId }) => submissionId));
  expect(arrivals.map(({ outcome }) => outcome).sort()).toEqual(["conflict", "duplicate"]);
});

test("nothing is inserted for a partition that may belong to somebody else", async () => {
  const messages = createMessages();
  await expect(write(messages, { isStale: () => true })).rejects.toThrow("may belong to another record-writer");
  expect(await readRows(messages)).toBe("0 rows, 0 ordinals, 0 report rows");
});

test("a report of a domain that is gone is dropped and leaves no row", async () => {
  const messages = createMessages().map((message) => ({ ...message, domainId: "dom_gone" }));
  expect(await write(messages)).toEqual(["domain-gone"]);
  expect(await readRows(messages)).toBe("0 rows, 0 ordinals, 0 report rows");
});

test("events are written with the report, and those of a copy or a conflict are not", async () => {
  const id = `report-${counter++}`;
  const messages = createMessages({ id, rows: 10 });
  await write([...messages, ...createMessages({ id, rows: 10 }), ...createMessages({ id, content: "b" })]);
  const shared = { report_id: messages[0]?.reportId, domain: "example.com", reporter: "r", total_count: 20 };
  const source = { source_ip: "192.0.2.1", failure_count: 20, policy_applied: "none" };
  expect(await readEvents(messages)).toMatchObject([
    { type: "report.failure", data: { ...shared, failure_count: 20, source_count: 1, sources: [source] } },
    { type: "report.received", created_at: "2026-01-02T00:00:00.000Z", data: { ...shared, pass_rate: 0 } },
  ]);
});

test("the events of a T2 that is tried again are the same bytes", async () => {
  const messages = createMessages({ rows: 10 });
  const bodies: string[][] = [];
  const completeReports: typeof metadata.store.completeReports = async (attempt, batch) => {
    bodies.push(batch.completions.flatMap(({ events = [] }) => events.map((e) => Buffer.from(e.body).toString())));
    if (bodies.length === 1) throw new Error("killed");
    return metadata.store.completeReports(attempt, batch);
  };
  const shaky = { metadata: { ...metadata.store, completeReports } };
  await expect(write(messages, shaky)).rejects.toThrow("killed");
  await write(messages, shaky);
  expect(bodies[0]).toHaveLength(2);
  expect(bodies[1]).toEqual(bodies[0]);
});

test("what nobody wants to hear is neither asked for nor written; a listener is somebody", async () => {
  const quiet = { reports: 0 };
  const readFailingSources: RecordStore["readFailingSources"] = (...args) => {
    quiet.reports += 1;
    return records.readFailingSources(...args);
  };
  const overrides = { records: { ...records, readFailingSources } };
  await executeSql(metadata.url, "DELETE FROM webhooks");
  const first = createMessages();
  await write(first, overrides);
  expect([await readEvents(first), quiet.reports]).toEqual([[], 0]);
  await subscribe(["report.received"]);
  const second = createMessages();
  await write(second, overrides);
  expect((await readEvents(second)).map(({ type }) => type)).toEqual(["report.received"]);
  expect(quiet.reports).toBe(0);
  const listener = metadata.store.createListener(organizationId, ["report.failure"]);
  await metadata.store.keepListener(listener, 60_000);
  const third = createMessages();
  await write(third, overrides);
  expect((await readEvents(third)).map(({ type }) => type)).toEqual(["report.failure", "report.received"]);
  await metadata.store.deleteListener(listener);
});

test("a report whose rows another attempt stored has its events once, from whoever stored it", async () => {
  await subscribe(["report.received"]);
  const messages = createMessages();
  const insertRecords: RecordStore["insertRecords"] = async (batches) => {
    await write(messages);
    await records.insertRecords(batches);
  };
  await write(messages, { records: { ...records, insertRecords } });
  expect(await readEvents(messages)).toHaveLength(1);
});
