import { SubmissionBodyDamagedError } from "@ruaflow/metadata-store/body-errors";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { announce } from "@ruaflow/record-store/testing";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type ReconcileFixture, type StoredReport, startReconcileFixture } from "../testing/index.ts";
import { type ReconcileOptions, reconcile } from "./reconcile.ts";

// Each damage and each repair rewrites parts.
vi.setConfig({ testTimeout: 120_000 });

let fixture: ReconcileFixture;
let owner: { organizationId: string; domainId: string };
const none = { missing: 0, altered: 0, doubled: 0, unknown: 0 };

beforeAll(async () => {
  fixture = await startReconcileFixture();
});

afterAll(() => fixture.stop());

beforeEach(async () => {
  owner = await fixture.createOrganization();
});

async function run(options: Partial<ReconcileOptions> = {}) {
  const { metadata, records } = fixture;
  const { organizationId } = owner;
  const defaults = { metadata, records, organizationId, repair: false, deleteUnknown: false, recheckAfterMs: 0 };
  const result = await reconcile({ ...defaults, ...options });
  if (result === null) throw new Error("another process holds the lock");
  return result;
}

const find = async (options: Partial<ReconcileOptions> = {}) =>
  (await run(options)).left.map(({ reportId, difference }) => [reportId, difference]);

const repair = async (options: Partial<ReconcileOptions> = {}) => {
  const { found, repaired, deleted, left } = await run({ repair: true, ...options });
  return { found, repaired, deleted, left: left.map(({ difference, reason }) => [difference, reason]) };
};

const where = ({ row }: StoredReport) =>
  `WHERE organization_id = '${row.organizationId}' AND report_id = '${row.reportId}'`;
const alter = (report: StoredReport, change: string, condition = "") =>
  fixture.tamper(
    `ALTER TABLE ruaflow.records UPDATE ${change} ${where(report)} ${condition} SETTINGS mutations_sync = 2`,
  );
const remove = (report: StoredReport, { table = "records", condition = "" } = {}) =>
  fixture.tamper(`ALTER TABLE ruaflow.${table} DELETE ${where(report)} ${condition} SETTINGS mutations_sync = 2`);

/** The contents that the rows of a report have, as an independent text. */
const readRecords = async ({ row }: StoredReport) => {
  const stored = await fixture.records.readReport(row.organizationId, { ...row, records: row.totals.records });
  const records = [];
  for await (const record of stored?.records ?? []) records.push(record);
  return JSON.stringify([records, { ...stored?.row, attempt: 0 }]);
};

test("nothing differs in what was stored as it should be, nor in what is being written", async () => {
  for (const day of [0, 1, 5]) await fixture.store(owner, { day });
  await fixture.store(owner, { isStored: false });
  await fixture.store(owner, { isStored: false, hasRows: false });
  expect(await run()).toEqual({ reports: 3, found: none, repaired: 0, deleted: 0, left: [] });
  expect(await run({ deep: true })).toMatchObject({ reports: 3, found: none });
});

type Damage = (report: StoredReport) => Promise<unknown>;
const damages: readonly (readonly [string, string, Damage])[] = [
  ["a row is gone", "missing", (report) => remove(report, { condition: "AND ordinal = 1" })],
  ["the last rows are gone", "missing", (report) => remove(report, { condition: "AND ordinal > 0" })],
  ["its own row is gone", "missing", (report) => remove(report, { table: "reports" })],
  [
    "all rows are gone",
    "missing",
    async (report) => {
      await remove(report);
      await remove(report, { table: "reports" });
    },
  ],
  ["all rows are there twice", "doubled", (report) => fixture.insert(report)],
  ["one row is there twice", "doubled", (report) => insertLines(report, report.lines.slice(1, 2))],
  ["a count is another one", "altered", (report) => alter(report, "count = 99", "AND ordinal = 1")],
  ["counts are exchanged", "altered", (report) => alter(report, "count = 4 - count", "AND ordinal IN (0, 2)")],
  ["an address", "altered", (report) => alter(report, "source_ip = toIPv6('192.0.2.77')", "AND ordinal = 1")],
  ["a disposition", "altered", (report) => alter(report, "disposition = 'reject'", "AND ordinal = 2")],
  ["whether it passed", "altered", (report) => alter(report, "dmarc_pass = NOT dmarc_pass")],
  ["its reporter", "altered", (report) => alter(report, "reporter = 'x'")],
  ["a record is added", "altered", (report) => insertLines(report, [String(report.lines[0]).replace("0,", "3,")])],
  ["its policy", "altered", (report) => alterOwn(report, "policy_p = 'reject'")],
];

const insertLines = ({ row, lines: _ }: StoredReport, lines: readonly string[]) =>
  fixture.records.insertRecords([{ report: row, attempt: row.attempt, lines }]);
const alterOwn = (report: StoredReport, change: string) =>
  fixture.tamper(`ALTER TABLE ruaflow.reports UPDATE ${change} ${where(report)} SETTINGS mutations_sync = 2`);

test("each kind of damage is found and repaired, before and after the reports were first verified; others stay", async () => {
  const neighbour = await fixture.store(owner);
  const untouched = await readRecords(neighbour);
  const reports = new Map<string, StoredReport>();
  for (const [what] of damages) reports.set(what, await fixture.store(owner));
  const contents = new Map<string, string>();
  for (const [what, report] of reports) contents.set(what, await readRecords(report));
  for (const phase of ["not yet verified", "verified"]) {
    for (const [what, , damage] of damages) {
      const report = reports.get(what);
      if (report !== undefined) await damage(report);
    }
    const found = new Map((await run()).left.map(({ reportId, difference }) => [reportId, difference]));
    const named = damages.map(([what]) => [what, found.get(reports.get(what)?.row.reportId ?? "")]);
    expect([phase, ...named]).toEqual([phase, ...damages.map(([what, difference]) => [what, difference])]);
    expect(found.size).toBe(damages.length);
    expect(await repair()).toMatchObject({ repaired: damages.length, deleted: 0, left: [] });
    for (const [what, report] of reports) {
      expect([what, await readRecords(report)]).toEqual([what, contents.get(what)]);
      expect([what, await fixture.readRows(report)]).toEqual([what, [3, 3, 6, 1]]);
    }
    expect(await find({ deep: true })).toEqual([]);
  }
  expect([await readRecords(neighbour), await fixture.readRows(neighbour)]).toEqual([untouched, [3, 3, 6, 1]]);
});

test("facts that only the hash of the rows covers are guarded once it is known", async () => {
  const report = await fixture.store(owner);
  expect(await find()).toEqual([]);
  await alterOwn(report, "email = 'x'");
  expect(await find()).toEqual([[report.row.reportId, "altered"]]);
  expect(await repair()).toMatchObject({ repaired: 1, left: [] });
});

test("which domain vouches for a report is written again, and rows of earlier releases without it are no finding", async () => {
  const report = await fixture.store(owner, { reporterDomain: "small.example" });
  const readDomain = async () => {
    const stored = await fixture.records.readReport(owner.organizationId, { ...report.row, records: 3 });
    return stored?.row.reporterDomain;
  };
  expect(await find()).toEqual([]);
  await alter(report, "reporter_domain = ''");
  await alterOwn(report, "reporter_domain = ''");
  expect([await find(), await find({ deep: true }), await readDomain()]).toEqual([[], [], null]);
  await remove(report);
  expect(await repair()).toMatchObject({ repaired: 1, left: [] });
  expect(await readDomain()).toBe("small.example");
  expect(await find({ deep: true })).toEqual([]);
});

test("rows that came with an earlier submission of the same report are no finding", async () => {
  const report = await fixture.store(owner, { hasRows: false });
  const { row, lines } = report;
  const earlier = { ...row, submissionId: "sub_earlier", receivedAt: new Date("2026-03-03"), trust: "import" as const };
  const { attempt } = row;
  await fixture.records.insertRecords([{ report: earlier, attempt, lines: lines.slice(0, 1) }]);
  await fixture.records.insertRecords([{ report: row, attempt, lines: lines.slice(1) }]);
  await fixture.records.insertReports([earlier]);
  expect(await find()).toEqual([]);
  expect(await find()).toEqual([]);
});

test("a hash of another form is not compared: the content decides, and its hash is saved anew", async () => {
  const report = await fixture.store(owner);
  expect(await find()).toEqual([]);
  await executeSql(fixture.databaseUrl, "UPDATE report_ledger SET rows_hash = 1, rows_hash_form = 0");
  expect(await find()).toEqual([]);
  const [saved] = await executeSql(
    fixture.databaseUrl,
    `SELECT rows_hash_form FROM report_ledger WHERE report_id = '${report.row.reportId}'`,
  );
  expect(saved?.rows_hash_form).toBe(1);
});

test("what is not altered is not read again, unless deep is asked for", async () => {
  for (let count = 0; count < 3; count += 1) await fixture.store(owner);
  let recomputed = 0;
  const { records } = fixture;
  const recomputeContents: typeof records.recomputeContents = (organizationId, reports) => {
    recomputed += reports.length;
    return records.recomputeContents(organizationId, reports);
  };
  const counting = { records: { ...records, recomputeContents } };
  await run(counting);
  expect(recomputed).toBe(3);
  await run(counting);
  expect(recomputed).toBe(3);
  await run({ ...counting, deep: true });
  expect(recomputed).toBe(6);
});

test("rows of unknown reports are listed, and deleted on request; all others stay", async () => {
  const known = await fixture.store(owner);
  const writing = await fixture.store(owner, { isStored: false });
  const unknown = await fixture.store(owner, { isStored: false });
  const elsewhere = { ...known, row: { ...known.row, day: "2026-02-02" } };
  const lost = { ...known, row: { ...known.row, domainId: "dom_lost" } };
  await fixture.insert(elsewhere);
  await fixture.insert(lost);
  await executeSql(fixture.databaseUrl, `DELETE FROM report_ledger WHERE report_id = '${unknown.row.reportId}'`);
  const all = { ...none, unknown: 3 };
  expect(await repair()).toMatchObject({ found: all, deleted: 0, left: Array(3).fill(["unknown", null]) });
  expect(await run({ deleteUnknown: true })).toMatchObject({ found: all, deleted: 0 });
  expect(await repair({ deleteUnknown: true })).toEqual({ found: all, repaired: 0, deleted: 3, left: [] });
  for (const report of [unknown, elsewhere, lost]) expect(await fixture.readRows(report)).toEqual([0, 0, 0, 0]);
  for (const report of [known, writing]) expect(await fixture.readRows(report)).toEqual([3, 3, 6, 1]);
});

test("rows of one report under two places are not taken for duplicates of each other", async () => {
  const report = await fixture.store(owner);
  await fixture.insert(report);
  await fixture.insert({ ...report, row: { ...report.row, day: "2026-02-02", attempt: 99 } });
  await repair();
  expect((await fixture.readRows(report)).slice(1)).toEqual([3, 12, 2]);
  expect(await repair({ deleteUnknown: true })).toMatchObject({ repaired: 1, deleted: 1, left: [] });
  expect(await fixture.readRows(report)).toEqual([3, 3, 6, 1]);
});

test("a report without its bytes, or with other bytes, is listed with the reason and stays as it is", async () => {
  const sql = (statement: string) => executeSql(fixture.databaseUrl, statement);
  const never = await fixture.store(owner, { isKept: false });
  const deleted = await fixture.store(owner);
  await sql(`DELETE FROM submission_bodies WHERE submission_id = '${deleted.row.submissionId}'`);
  const damaged = [await fixture.store(owner), await fixture.store(owner)];
  for (const [index, byte] of [0, 40].entries()) {
    const change = `bytes = set_byte(bytes, ${byte}, (get_byte(bytes, ${byte}) + 1) % 256)`;
    await sql(`UPDATE submission_bodies SET ${change} WHERE submission_id = '${damaged[index]?.row.submissionId}'`);
  }
  const [ofOther, ofOtherContent] = [await fixture.store(owner), await fixture.store(owner)];
  const setSubmission = ({ row }: StoredReport, id: string) =>
    sql(`UPDATE report_ledger SET submission_id = '${id}' WHERE report_id = '${row.reportId}'`);
  await setSubmission(ofOther, ofOtherContent.row.submissionId);
  await setSubmission(ofOtherContent, await fixture.archiveOther(ofOtherContent, 4));
  const all = [never, deleted, ...damaged, ofOther, ofOtherContent];
  const ids = all.map(({ row }) => `'${row.reportId}'`).join(", ");
  await fixture.tamper(`ALTER TABLE ruaflow.records DELETE WHERE report_id IN (${ids}) SETTINGS mutations_sync = 2`);
  const { left, repaired } = await run({ repair: true });
  const reasons = new Map(left.map(({ reportId, reason }) => [reportId, reason]));
  expect(all.map(({ row }) => reasons.get(row.reportId))).toEqual([
    "bytes-not-kept",
    "bytes-not-kept",
    "bytes-damaged",
    "bytes-damaged",
    "reads-differently",
    "reads-differently",
  ]);
  expect([repaired, await fixture.readRows(never)]).toEqual([0, [0, 0, 0, 1]]);
});

test.each([true, false])(
  "a text that is read otherwise than before is right in old rows, and repaired as it was (%s)",
  async (inForm1) => {
    const report = await fixture.store(owner, { envelopeFrom: "user@bounce.example", inForm1 });
    expect(await run()).toMatchObject({ reports: 1, found: none });
    expect(await run({ deep: true })).toMatchObject({ reports: 1, found: none });
    const content = await readRecords(report);
    expect(content.includes("user@")).toBe(inForm1);
    await remove(report, { condition: "AND ordinal = 1" });
    expect(await repair()).toMatchObject({ found: { missing: 1 }, repaired: 1, left: [] });
    expect(await readRecords(report)).toBe(content);
    expect(await run({ deep: true })).toMatchObject({ reports: 1, found: none });
  },
);

test("bytes that are refused before their end are read on, to tell damage from another reading", async () => {
  const report = await fixture.store(owner);
  await remove(report);
  const { intake } = fixture.metadata;
  const readWith = (end: Error | null) => {
    const readSubmissionBody: typeof intake.readSubmissionBody = async function* () {
      yield Buffer.from("<!DOCTYPE a><feedback>");
      yield Buffer.alloc(100_000, 32);
      if (end !== null) throw end;
    };
    return { metadata: { ...fixture.metadata, intake: { ...intake, readSubmissionBody } } };
  };
  const damaged = await repair(readWith(new SubmissionBodyDamagedError("damaged")));
  expect(damaged.left).toEqual([["missing", "bytes-damaged"]]);
  expect((await repair(readWith(null))).left).toEqual([["missing", "reads-differently"]]);
});

test("a report of more records than are held in memory is written again", async () => {
  const large = await fixture.store(owner, { records: 12_000 });
  const content = await readRecords(large);
  await remove(large, { condition: "AND ordinal % 1000 = 7" });
  expect(await repair()).toMatchObject({ found: { missing: 1 }, repaired: 1, left: [] });
  expect(await readRecords(large)).toBe(content);
  expect((await fixture.readRows(large)).slice(0, 2)).toEqual([12_000, 12_000]);
});

test("a repair that dies after writing leaves rows twice, which the next one removes", async () => {
  const report = await fixture.store(owner);
  const content = await readRecords(report);
  await alter(report, "count = 99");
  const { records } = fixture;
  const dying = { ...records, deleteReports: () => Promise.reject(new Error("killed")) };
  await expect(repair({ records: dying })).rejects.toThrow("killed");
  expect(await repair()).toMatchObject({ found: { doubled: 1 }, repaired: 1, left: [] });
  expect(await readRecords(report)).toBe(content);
});

test("a report that is deleted while it is written again leaves no rows", async () => {
  const report = await fixture.store(owner);
  await remove(report);
  const { records } = fixture;
  const insertReports: typeof records.insertReports = async (rows) => {
    await records.insertReports(rows);
    const old = { domainIds: [owner.domainId], beforeDay: "2027-01-01" };
    await fixture.metadata.reports.removeOldReports(owner.organizationId, old);
  };
  expect(await repair({ records: { ...records, insertReports } })).toMatchObject({ left: [] });
  expect(await fixture.readRows(report)).toEqual([0, 0, 0, 0]);
});

test("reports beyond the retention of their domain are not missing, although the ledger keeps them", async () => {
  await fixture.store(owner);
  const old = { domainIds: [owner.domainId], beforeDay: "2027-01-01" };
  await fixture.metadata.reports.removeOldReports(owner.organizationId, old);
  await fixture.records.deleteOldReports(announce(owner.organizationId), owner.organizationId, old);
  expect(await run()).toMatchObject({ reports: 0, found: none });
});

/** Stores whose first read of sums is followed by a change. */
function after(change: () => Promise<unknown>) {
  const { records } = fixture;
  let isDone = false;
  const readDaySums: typeof records.readDaySums = async (...args) => {
    const sums = await records.readDaySums(...args);
    if (!isDone) {
      isDone = true;
      await change();
    }
    return sums;
  };
  return { records: { ...records, readDaySums } };
}

/** The same, with the change before the read. */
function before(change: () => Promise<unknown>) {
  const { records } = fixture;
  let isDone = false;
  const readDaySums: typeof records.readDaySums = async (...args) => {
    if (!isDone) {
      isDone = true;
      await change();
    }
    return records.readDaySums(...args);
  };
  return { records: { ...records, readDaySums } };
}

test.each([
  ["after", after],
  ["before", before],
])("a report that arrives %s the rows are read is no finding", async (_when, change) => {
  await fixture.store(owner);
  expect(await find(change(() => fixture.store(owner)))).toEqual([]);
  expect(await find()).toEqual([]);
});

test.each([
  ["after", after],
  ["before", before],
])("a domain that is deleted %s the rows are read is no finding", async (_when, change) => {
  for (let count = 0; count < 3; count += 1) await fixture.store(owner);
  const { organizationId, domainId } = owner;
  const { metadata, records } = fixture;
  const deleteDomain = async () => {
    await metadata.domains.beginDeletion(organizationId, domainId);
    await records.markDeleted(announce(organizationId), { organizationId, domainId });
    await metadata.domains.deleteDomainData([{ organizationId, domainId }]);
    await records.deleteDomains(announce(organizationId), [{ organizationId, domainId }]);
    await metadata.domains.finishDeletions([{ organizationId, domainId }]);
  };
  expect(await find(change(deleteDomain))).toEqual([]);
  expect(await find()).toEqual([]);
});

test("a domain whose deletion has begun is no finding, marked in ClickHouse or not", async () => {
  await fixture.store(owner);
  await fixture.metadata.domains.beginDeletion(owner.organizationId, owner.domainId);
  expect(await find()).toEqual([]);
  await fixture.metadata.domains.deleteDomainData([owner]);
  expect(await find()).toEqual([]);
});

test("rows that a displaced report still has are no finding", async () => {
  const report = await fixture.store(owner);
  const { organizationId, domainId } = owner;
  const old = { domainIds: [domainId], beforeDay: "2027-01-01" };
  await fixture.metadata.reports.removeOldReports(organizationId, old);
  await executeSql(fixture.databaseUrl, `DELETE FROM report_ledger WHERE report_id = '${report.row.reportId}'`);
  expect(await find()).toEqual([[report.row.reportId, "unknown"]]);
  await executeSql(
    fixture.databaseUrl,
    `INSERT INTO displaced_reports (report_id, organization_id, domain_id, day)
     VALUES ('${report.row.reportId}', '${organizationId}', '${domainId}', '${report.row.day}')`,
  );
  expect(await find()).toEqual([]);
});

test("duplicates that a writer removes in the meantime are no finding", async () => {
  const report = await fixture.store(owner);
  const { records, metadata } = fixture;
  await records.insertReports([report.row]);
  const readSumsOfReports: typeof records.readSumsOfReports = async (...args) => {
    await records.deleteSurplus(announce(owner.organizationId), owner.organizationId, {
      reports: [report.row],
      attempt: await metadata.reports.createAttempt(),
    });
    return records.readSumsOfReports(...args);
  };
  expect(await find({ records: { ...records, readSumsOfReports } })).toEqual([]);
});

test("a report that is removed while it is compared again is no finding", async () => {
  const report = await fixture.store(owner);
  const { records, metadata } = fixture;
  await records.insertReports([report.row]);
  const readSumsOfReports: typeof records.readSumsOfReports = async (...args) => {
    const old = { domainIds: [owner.domainId], beforeDay: "2027-01-01" };
    await metadata.reports.removeOldReports(owner.organizationId, old);
    await records.deleteOldReports(announce(owner.organizationId), owner.organizationId, old);
    return records.readSumsOfReports(...args);
  };
  expect(await find({ records: { ...records, readSumsOfReports } })).toEqual([]);
});

test("a report that arrives before the rows of its key are deleted keeps them", async () => {
  const arriving = await fixture.store(owner, { isStored: false });
  await executeSql(fixture.databaseUrl, `DELETE FROM report_ledger WHERE report_id = '${arriving.row.reportId}'`);
  const { reports } = fixture.metadata;
  const whileUnclaimed: typeof reports.whileUnclaimed = async (...args) => {
    await fixture.claim(arriving);
    await reports.whileUnclaimed(...args);
  };
  const metadata = { ...fixture.metadata, reports: { ...reports, whileUnclaimed } };
  await repair({ metadata, deleteUnknown: true });
  expect((await fixture.readRows(arriving))[0]).toBe(3);
});

test("only days since the given one are compared", async () => {
  const early = await fixture.store(owner, { day: 0 });
  const late = await fixture.store(owner, { day: 40 });
  for (const report of [early, late]) await remove(report);
  expect(await find({ since: "2026-02-01" })).toEqual([[late.row.reportId, "missing"]]);
});

test("one process compares at a time", async () => {
  await fixture.metadata.watch.withWatchLock("reconciliation", async () => {
    await expect(run()).rejects.toThrow("another process holds the lock");
  });
  expect(await run()).toMatchObject({ found: none });
});
