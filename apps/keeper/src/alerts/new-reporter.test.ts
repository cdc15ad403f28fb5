import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AlertRules } from "@ruaflow/metadata-store/domains";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { type ReportFacts, type ReportFixture, startReportFixture } from "@ruaflow/metadata-store/testing/reports";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { createJudging } from "@ruaflow/verdicts/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAlertRound } from "./alert-round.ts";
import { toDay } from "./finding.ts";
import { findNewReporter } from "./new-reporter.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const startedAt = new Date();

let fixture: ReportFixture;
let records: RecordStore;
let folder: string;
let now: Date;
let organizationId: string;
let domainId: string;
/** Another domain of the organization. */
let siblingId: string;

beforeAll(async () => {
  fixture = await startReportFixture();
  folder = await mkdtemp(join(tmpdir(), "ruaflow-new-reporter-"));
  await createMigratedFolder(folder);
  records = await createRecordStore({ path: folder });
});

afterAll(async () => {
  await records.close();
  await fixture.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

beforeEach(async () => {
  for (const table of ["domains", "events", "watch_rounds"]) await executeSql(fixture.url, `DELETE FROM ${table}`);
  now = startedAt;
  ({ organizationId, domainId, siblingId } = await createOwner());
});

async function createOwner() {
  const { organizationId: owner, domainIds } = await fixture.createOrganization(2);
  const [first = "", second = ""] = domainIds;
  return { organizationId: owner, domainId: first, siblingId: second };
}

interface Sent extends Partial<ReportFacts> {
  readonly by?: string | null;
  /** Age in days when the round looks. */
  readonly received?: number;
  /** Age in days of the day that the report is about. */
  readonly about?: number;
}

async function send(...all: readonly Sent[]): Promise<void> {
  const reports = all.map(({ by = "evil.example", received = 1, about = received, ...facts }) => ({
    organizationId,
    domainId,
    trust: by === null ? ("upload" as const) : ("dmarc" as const),
    reporterDomain: by,
    day: toDay(startedAt, about),
    receivedAt: new Date(startedAt.getTime() - received * DAY_MS),
    ...facts,
  }));
  for (const report of reports) await fixture.storeReports([report]);
}

const known = { by: "google.com", messages: 5 };
/** A reporter since 20 days, which states 123 messages in the period. */
const sendKnown = () => send({ ...known, received: 20 }, { ...known, messages: 123, received: 2 });

async function evaluate(days = 0): Promise<void> {
  now = new Date(startedAt.getTime() + days * DAY_MS);
  await executeSql(fixture.url, "DELETE FROM watch_rounds");
  const logger = createLogger({ app: "test", level: "silent" });
  const stores = { metadata: fixture.store, records, ...createJudging({ metadata: fixture.store, records }) };
  const facts = { ...stores, logger, metrics: createMetrics() };
  await createAlertRound({ ...facts, alertsEveryMs: 300_000, now: () => now })(new AbortController().signal);
}

const setRule = (new_reporter: AlertRules["new_reporter"]) =>
  fixture.store.domains.updateDomainSettings(organizationId, { domainId, changes: { alertRules: { new_reporter } } });

async function list(owner = organizationId) {
  const page = { page: 1, perPage: 100, rule: "new_reporter" } as const;
  return (await fixture.store.watch.listAlerts(owner, page)).items;
}

async function listEvents(): Promise<unknown[]> {
  const sql = `SELECT convert_from(body, 'UTF8') AS body FROM events WHERE type = 'alert.triggered' ORDER BY sequence`;
  const events = (await executeSql(fixture.url, sql)).map(({ body }) => JSON.parse(String(body)).data);
  return events.filter(({ rule }) => rule === "new_reporter");
}

test("a new reporter that states more than all others together is one alert, which says who, since when and what to do", async () => {
  await sendKnown();
  await send({ messages: 7_777_777 }, { by: null, messages: 100 });
  await evaluate();
  await evaluate(0.1);
  const summary = `evil.example (a reporter since ${toDay(startedAt, 1)}) states 7,777,777 messages, all others together 223 in 7 days. If you do not know it: ruaflow orgs set ${organizationId} --count-reporters known`;
  const facts = { rule: "new_reporter", summary, value: 7_777_777, threshold: 223 };
  expect(await list()).toMatchObject([{ ...facts, sourceIp: null, clearedAt: null, domainId }]);
  expect(await listEvents()).toMatchObject([{ ...facts, state: "triggered", source_ip: null, domain_id: domainId }]);
});

test("it ends when the reporter has been there for 7 days", async () => {
  await sendKnown();
  await send({ messages: 900, received: 1 });
  await evaluate();
  await evaluate(5);
  expect(await list()).toMatchObject([{ clearedAt: null }]);
  await evaluate(6);
  expect(await list()).toMatchObject([{ clearedAt: now, value: 900 }]);
  expect(await listEvents()).toMatchObject([
    { state: "triggered", value: 900 },
    {
      state: "cleared",
      value: 0,
      summary: "No new reporter counts more messages than all others together.",
    },
  ]);
});

test("it ends when the others state as much", async () => {
  await sendKnown();
  await send({ messages: 900 });
  await evaluate();
  await send({ ...known, messages: 777 });
  await evaluate(0.1);
  expect(await list()).toMatchObject([{ clearedAt: now }]);
});

test("a reporter is new for less than 7 days", async () => {
  await sendKnown();
  await send({ messages: 900, received: 7 });
  await evaluate();
  expect(await list()).toEqual([]);
  await send({ by: "other.example", messages: 2000, received: 6 });
  await evaluate();
  expect(await list()).toHaveLength(1);
});

test("too few messages are no alert, and the rule's settings hold", async () => {
  await send({ ...known, received: 20 }, { messages: 99 });
  await evaluate();
  expect(await list()).toEqual([]);
  await setRule({ enabled: false, messages_min: 99 });
  await evaluate();
  expect(await list()).toEqual([]);
  await setRule({ enabled: true, messages_min: 99 });
  await evaluate();
  expect(await list()).toMatchObject([{ value: 99, threshold: 99 }]);
  await setRule({ enabled: false, messages_min: 99 });
  await evaluate(0.1);
  expect(await listEvents()).toMatchObject([{}, { state: "cleared", summary: "The rule is disabled." }]);
});

test("as much as all others together, uploads included, is no alert", async () => {
  await sendKnown();
  await send({ messages: 400 }, { by: null, messages: 277 });
  await evaluate();
  expect(await list()).toEqual([]);
  await send({ messages: 1 });
  await evaluate();
  expect(await list()).toHaveLength(1);
});

test("where no other reporter reported about the domain, a new reporter is no alert; where others did long ago, it is", async () => {
  await send({ ...known, received: 20, domainId: siblingId }, { messages: 900 });
  await evaluate();
  expect(await list()).toEqual([]);
  await send({ ...known, received: 400 });
  await evaluate();
  expect(await list()).toMatchObject([{ value: 900, threshold: 100 }]);
});

test("where every reporter is new, as after the first report or an upgrade, none is an alert", async () => {
  await send({ by: null, messages: 10, received: 30 }, { ...known, received: 3 }, { messages: 900 });
  await evaluate();
  expect(await list()).toEqual([]);
});

test("reports that do not count are on neither side, unless the organization counts them", async () => {
  await sendKnown();
  await send({ messages: 900 }, { by: null, trust: "none", messages: 5000 });
  await evaluate();
  expect(await list()).toMatchObject([{ value: 900, threshold: 123 }]);
  await fixture.store.tenants.setCountUnauthenticated(organizationId, true);
  await evaluate(0.1);
  expect(await list()).toMatchObject([{ clearedAt: now }]);
  await fixture.store.tenants.setCountUnauthenticated(organizationId, false);
  await send({ by: "late.example", messages: 1 }, { by: "late.example", trust: "none", messages: 9e6 });
  await evaluate(0.2);
  expect((await list()).filter(({ clearedAt }) => clearedAt === null)).toMatchObject([{ value: 901 }]);
});

test("several domains of one sender count together, so that none stays below the others", async () => {
  await sendKnown();
  const parts = ["a", "b", "c"].map((name, index) => ({ by: `${name}.example`, messages: 50 + index }));
  await send(...parts);
  await evaluate();
  const [alert] = await list();
  expect(alert).toMatchObject({ value: 153, threshold: 123 });
  expect(alert?.summary).toContain("c.example (a reporter since ");
  expect(alert?.summary).toContain(" and 2 other new ones state 153 messages,");
});

test("a new reporter cannot hide in reports about days long ago, nor behind others' reports outside the period", async () => {
  await sendKnown();
  await send({ messages: 900, about: 60 });
  await send({ ...known, messages: 5000, about: 30 }, { ...known, messages: 5000, about: -30 });
  await evaluate();
  expect(await list()).toMatchObject([{ value: 900, threshold: 123 }]);
});

test("a long name or a count beyond all bounds cannot make the summary too long to be saved", async () => {
  await sendKnown();
  await send({ by: `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.example`, messages: 2 ** 53 });
  await send({ ...known, messages: 2 ** 52 });
  await evaluate();
  const [alert] = await list();
  expect(alert?.summary).toMatch(/^a+… \(a reporter since .* --count-reporters known$/);
  const sums = { reporterDomain: "a".repeat(253), firstDay: "2026-01-01", reporters: 2 ** 31, hasOthers: true };
  const rule = { enabled: true, messages_min: 1 };
  const id = `org_${"0".repeat(26)}`;
  const longest = findNewReporter(rule, id, { ...sums, messages: 1e300, others: 1e299 }).summary;
  expect(longest).toHaveLength(255);
  expect(longest).toContain("over a trillion messages, all others together over a trillion");
});

test("each organization, and each of its domains, has its own reporters and sums", async () => {
  await sendKnown();
  await send({ messages: 900 }, { ...known, received: 2, domainId: siblingId, messages: 1e6 });
  await evaluate();
  expect(await list()).toMatchObject([{ domainId, value: 900, threshold: 123 }]);
  const other = { organizationId: (await createOwner()).organizationId };
  const [their] = await executeSql(
    fixture.url,
    `SELECT id FROM domains WHERE organization_id = '${other.organizationId}'`,
  );
  const theirs = { ...other, domainId: String(their?.id) };
  // Another organization knows the reporter, and has much more mail of all kinds, as if it were about this domain.
  await send(
    { ...theirs, received: 40 },
    { ...known, ...theirs, received: 20 },
    { ...known, ...theirs, messages: 1e6 },
  );
  await send({ ...theirs, by: "mill.example", messages: 1e7 });
  for (const table of ["stored_reports", "report_days"]) {
    const isTheirs = `organization_id = '${other.organizationId}' AND domain_id = '${theirs.domainId}'`;
    await executeSql(fixture.url, `UPDATE ${table} SET domain_id = '${domainId}' WHERE ${isTheirs}`);
  }
  await evaluate(0.1);
  expect([await list(), await list(other.organizationId)]).toMatchObject([[{ clearedAt: null }], []]);
  await executeSql(fixture.url, "DELETE FROM alerts");
  await evaluate(0.2);
  expect(await list()).toMatchObject([{ value: 900, threshold: 123 }]);
});
