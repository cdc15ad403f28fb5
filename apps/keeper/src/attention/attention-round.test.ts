import { randomUUID } from "node:crypto";
import { createMetadataStore, type MetadataStore } from "@ruaflow/metadata-store";
import { executeSql } from "@ruaflow/metadata-store/testing";
import type { RecordStore } from "@ruaflow/record-store";
import { sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { createJudging } from "@ruaflow/verdicts/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAlertRound } from "../alerts/alert-round.ts";
import { toDay } from "../alerts/finding.ts";
import { type Stores, startStores } from "../testing/start-stores.ts";
import { createAttentionRound } from "./attention-round.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const never = new AbortController().signal;
const logger = createLogger({ app: "test", level: "silent" });

let stores: Stores;
let metadata: MetadataStore;
let records: RecordStore;
let now: Date;
let organizationId: string;
let domainId: string;
let unique = 0;

beforeAll(async () => {
  stores = await startStores();
  ({ metadata, records } = stores);
});

afterAll(() => stores.stop());

beforeEach(async () => {
  for (const table of ["domains", "events", "watch_rounds"]) await execute(`DELETE FROM ${table}`);
  now = new Date();
  // Rounds of the next minutes are of the same day.
  if (now.getUTCHours() === 23) now.setUTCHours(22);
  organizationId = (await metadata.tenants.createOrganization({ name: "Example", plan: "enterprise" })).id;
  domainId = await addDomain();
  const events = `'{domain.attention.opened,domain.attention.closed}'`;
  await execute(`INSERT INTO event_listeners (id, organization_id, events, expires_at)
    VALUES ('lis_${randomUUID()}', '${organizationId}', ${events}, now() + interval '1 year')`);
});

const execute = (sql: string) => executeSql(stores.url, sql);

async function addDomain(): Promise<string> {
  const { verified } = await metadata.domains.saveVerifiedDomains(organizationId, [`domain-${unique++}.example`]);
  return verified[0]?.domainId ?? expect.fail("nothing was saved");
}

function createRound(store: MetadataStore = metadata) {
  return createAttentionRound({ metadata: store, logger, metrics: createMetrics(), now: () => now });
}

/** Runs a round after some minutes. */
async function evaluate(minutes = 2): Promise<void> {
  now = new Date(now.getTime() + minutes * 60_000);
  await createRound()(never);
}

/** Evaluates the alert rules of all domains after some hours, then what needs attention. */
async function evaluateRules(hours = 1): Promise<void> {
  now = new Date(now.getTime() + hours * HOUR_MS);
  const stores = { metadata, records, ...createJudging({ metadata, records }) };
  await createAlertRound({ ...stores, logger, metrics: createMetrics(), alertsEveryMs: 1, now: () => now })(never);
  await evaluate();
}

const list = async () => (await metadata.attention.listAttention(organizationId, { page: 1, perPage: 100 })).items;
const listReasons = async () => (await list()).flatMap(({ reasons }) => reasons);
const listNames = async () => (await listReasons()).map(({ reason }) => reason);

async function listEvents(): Promise<string[][]> {
  const sql = `SELECT type, convert_from(body, 'UTF8')::json #>> '{data,reason}' AS reason FROM events
    WHERE type LIKE 'domain.attention.%' ORDER BY sequence`;
  return (await execute(sql)).map(({ type, reason }) => [
    String(type).replace("domain.attention.", ""),
    String(reason),
  ]);
}

interface Sent {
  readonly daysBefore?: number;
  readonly count: number;
  readonly sourceIp?: string;
  readonly isPass?: boolean;
}

/** Stores reports received now, a record each. */
async function send(...all: readonly Sent[]): Promise<void> {
  const reports = all.map(({ daysBefore = 1, count, sourceIp = "192.0.2.1", isPass = false }) => {
    const policyEvaluated = { dkim: isPass ? "pass" : "fail" };
    const report = sampleReport({
      organizationId,
      reportId: `rpt_${randomUUID()}`,
      day: toDay(now, daysBefore),
      records: [aRecord({ count, sourceIp, policyEvaluated })],
    });
    return { ...report, row: { ...report.row, domainId, receivedAt: now } };
  });
  await storeReports(records, reports);
}

/** Adds a report about a day to the sums of days. */
const addDay = (day: string) =>
  execute(`INSERT INTO report_days (organization_id, domain_id, day, reports, messages, passed, spf_passed, dkim_passed)
    VALUES ('${organizationId}', '${domainId}', '${day}', 1, 1, 1, 1, 1)`);

/** Saves what a DNS check found; `null`: no record. */
async function changeDmarc(...values: readonly (string | null)[]): Promise<void> {
  const text = (value: string | null | undefined) => (value == null ? "NULL" : `'${value}'`);
  for (const [index, value] of values.entries()) {
    const differences = index === 0 ? "'{}'" : "'{a difference}'";
    await execute(`INSERT INTO dns_history (organization_id, domain_id, record, host, old_value, new_value, differences, checked_at)
      VALUES ('${organizationId}', '${domainId}', 'dmarc', '_dmarc.example.com', ${text(values[index - 1])}, ${text(value)},
        ${differences}, '${now.toISOString()}')`);
  }
}

async function setDns(record: string, state: string): Promise<void> {
  await execute(`INSERT INTO domain_dns (domain_id, organization_id, record, host, state, found, detail, checked_at)
    VALUES ('${domainId}', '${organizationId}', '${record}', 'example.com', '${state}', '{}', 'detail', now())
    ON CONFLICT (domain_id, record) DO UPDATE SET state = excluded.state`);
}

test("a pass rate below the threshold needs attention with its current figures, until it is above again", async () => {
  await send({ daysBefore: 40, count: 1, isPass: true }, { count: 120, isPass: true }, { count: 80 });
  await evaluateRules();
  expect(await listReasons()).toMatchObject([{ reason: "pass_rate", value: 60, threshold: 90, weight: 26 }]);
  await send({ count: 100 });
  await evaluateRules(0.25);
  await evaluateRules(1);
  expect(await listReasons()).toMatchObject([
    { reason: "pass_rate", value: 40, summary: "40 % of 300 messages in 7 days passed DMARC; the threshold is 90 %." },
  ]);
  await send({ count: 90_000, isPass: true });
  await evaluateRules(2);
  expect(await listNames()).toEqual([]);
});

test("alerts about several new sources are one reason, with their number and the largest", async () => {
  await send({ daysBefore: 40, count: 10, isPass: true }, { count: 9000, isPass: true });
  await send({ count: 60, sourceIp: "192.0.2.7" }, { count: 90, sourceIp: "192.0.2.8" });
  await evaluateRules();
  const summary = "2 new sources sent 150 messages that fail DMARC in 7 days; the largest is 192.0.2.8 with 90.";
  expect(await listReasons()).toMatchObject([{ reason: "new_senders", value: 150, threshold: 50, summary }]);
  await evaluateRules(8 * 24);
  expect(await listNames()).not.toContain("new_senders");
});

test("many more failures than usual need attention, with their share and the usual number", async () => {
  const usual = Array.from({ length: 28 }, (_, index) => ({ daysBefore: 4 + index, count: 50 }));
  await send(...usual, { count: 100_000, isPass: true }, { count: 400 });
  const newest = toDay(now, 1);
  // Hours later, which may be another day.
  await evaluateRules();
  const summary = `400 of 100,400 messages (0.4 %) failed DMARC on ${newest}; the usual number is 50 a day.`;
  expect(await listReasons()).toMatchObject([{ reason: "failing_volume", value: 400, threshold: 150, summary }]);
  await evaluateRules(5 * 24);
  expect(await listNames()).not.toContain("failing_volume");
});

test("silence needs attention until the next report", async () => {
  await addDay(toDay(now));
  const summary = `No reports since ${toDay(now)}: 3 days without reports.`;
  await evaluateRules(96);
  expect(await listReasons()).toMatchObject([{ reason: "silence", value: 3, threshold: 3, weight: 93, summary }]);
  await addDay(toDay(now));
  await evaluateRules(1);
  expect(await listNames()).toEqual([]);
});

test("an alert about new reporters is a reason of its own", async () => {
  const alert = {
    id: "alr_1",
    rule: "new_reporter",
    sourceIp: null,
    summary: "s",
    value: 500,
    threshold: 100,
  } as const;
  const event = { id: "evt_1", type: "x", organizationId, domainId, createdAt: now, body: Buffer.from("{}") };
  const save = (clearedAt: Date | null) =>
    metadata.watch.saveAlertChanges(organizationId, {
      domainId,
      changes: [{ alert: { ...alert, triggeredAt: now, clearedAt }, event }],
    });
  await save(null);
  await evaluate();
  expect(await listReasons()).toMatchObject([{ reason: "new_reporter", value: 500, threshold: 100, summary: "s" }]);
  await save(now);
  await evaluate();
  expect(await listNames()).toEqual([]);
});

test("a required record that is missing or different needs attention; an unknown one, MTA-STS and the operator's do not", async () => {
  await setDns("mta_sts", "missing");
  await setDns("verification", "missing");
  await setDns("dmarc", "unknown");
  await setDns("report_authorization", "missing");
  await evaluate();
  expect(await listNames()).toEqual([]);
  await setDns("dmarc", "missing");
  await evaluate();
  const summary = "1 required DNS record is wrong: DMARC is missing.";
  expect(await listReasons()).toMatchObject([{ reason: "dns_broken", value: 1, threshold: 1, weight: 230, summary }]);
  await setDns("dmarc", "ok");
  await evaluate();
  expect(await listNames()).toEqual([]);
});

test("a missing token needs attention only where nothing else proves the claim", async () => {
  await execute(`UPDATE domains SET vouched = false WHERE id = '${domainId}'`);
  await setDns("verification", "missing");
  await setDns("dmarc", "ok");
  await evaluate();
  expect(await listNames()).toEqual([]);
  await setDns("dmarc", "different");
  await evaluate();
  expect(await listReasons()).toMatchObject([{ reason: "dns_broken", value: 2 }]);
});

test("a change of DNS needs attention for seven days; what is seen first does not", async () => {
  await changeDmarc("v=DMARC1; p=none");
  await evaluate();
  expect(await listNames()).toEqual([]);
  await changeDmarc("v=DMARC1; p=none", "v=DMARC1; p=reject");
  await evaluate();
  const summary = `1 change of DNS records in 7 days, the last on ${toDay(now)}: DMARC a difference.`;
  expect(await listReasons()).toMatchObject([{ reason: "dns_changed", value: 1, summary }]);
  await evaluate(7 * 24 * 60);
  expect(await listNames()).toEqual([]);
});

test.each([
  ["p=reject", "p=none", "p=reject until DAY, now p=none", 2],
  ["p=quarantine", null, "p=quarantine until DAY, now no policy", 2],
  ["p=reject; sp=reject", "p=reject; sp=none", "sp=reject until DAY, now sp=none", 1],
  ["p=reject", "p=reject; sp=quarantine", "sp=reject until DAY, now sp=quarantine", 1],
  ["p=reject", "p=reject; pct=10", "pct=100 until DAY, now pct=10", 1],
])("a policy that was %s and is %s is weaker than before", async (before, after, words, value) => {
  const [old, current] = [before, after].map((tags) => tags && `v=DMARC1; ${tags}; rua=mailto:a@example.com`);
  await changeDmarc(old ?? null, current ?? null);
  await evaluate();
  const found = (await listReasons()).find(({ reason }) => reason === "policy_weaker");
  expect(found?.summary).toContain(words.replace("DAY", toDay(now)));
  expect(found).toMatchObject({ value, threshold: 1, weight: 180 + 10 * value });
  await changeDmarc(current ?? null, old ?? null);
  await evaluate();
  expect(await listNames()).toEqual(["dns_changed"]);
});

test.each([
  ["p=none", "p=reject"],
  ["p=none; pct=100", "p=none; pct=1"],
  ["p=quarantine; sp=none", "p=reject; sp=none"],
])("a policy that was %s and is %s is not weaker", async (before, after) => {
  await changeDmarc(`v=DMARC1; ${before}`, `v=DMARC1; ${after}`);
  await evaluate();
  expect(await listNames()).toEqual(["dns_changed"]);
});

test("a policy that was weakened in steps is compared with its strongest, for thirty days", async () => {
  await changeDmarc("v=DMARC1; p=reject", "v=DMARC1; p=quarantine", "v=DMARC1; p=none");
  await evaluate();
  expect(await listReasons()).toContainEqual(expect.objectContaining({ reason: "policy_weaker", value: 2 }));
  await evaluate(30 * 24 * 60);
  expect(await listNames()).toEqual([]);
});

test("a claim that is no longer proven needs attention until it is again; a first attempt that failed does not", async () => {
  await execute(`UPDATE domains SET status = 'failed', verified_at = NULL WHERE id = '${domainId}'`);
  await evaluate();
  expect(await listNames()).toEqual([]);
  await execute(`UPDATE domains SET verified_at = '2026-03-01T00:00:00Z' WHERE id = '${domainId}'`);
  await evaluate();
  const summary = "DNS no longer proves the claim, last verified on 2026-03-01: new reports are not stored.";
  expect(await listReasons()).toMatchObject([{ reason: "verification_lost", weight: 300, summary }]);
  await execute(`UPDATE domains SET status = 'verified' WHERE id = '${domainId}'`);
  await evaluate();
  expect(await listNames()).toEqual([]);
});

test("reports that are held need attention until their domain is verified", async () => {
  const pending = await metadata.domains.createDomain(organizationId, `pending-${unique++}.example`);
  const none = { organizationId, domainId: pending?.id ?? "", reportId: null, path: null, detail: null, reason: null };
  const arrival = { ...none, submissionId: `sub_${unique++}`, outcome: "held" } as const;
  await metadata.intake.saveArrivals([0, 1, 2].map((entry) => ({ ...arrival, entry })));
  await evaluate();
  const summary = `3 reports are held until the domain is verified, at most 30 days; the oldest arrived on ${toDay(new Date())}.`;
  expect(await listReasons()).toMatchObject([{ reason: "held_reports", value: 3, threshold: 1, summary }]);
  await execute(`UPDATE domains SET status = 'verified', verified_at = now() WHERE id = '${pending?.id}'`);
  await evaluate();
  expect(await listNames()).toEqual([]);
});

test("a reason has one event when it begins and one when it has stayed away for an hour, however often a round runs", async () => {
  await setDns("dmarc", "missing");
  await evaluate();
  await evaluate();
  await setDns("dmarc", "ok");
  await evaluate();
  expect([await listNames(), await listEvents()]).toEqual([[], [["opened", "dns_broken"]]]);
  await evaluate(61);
  await evaluate(61);
  expect(await listEvents()).toEqual([
    ["opened", "dns_broken"],
    ["closed", "dns_broken"],
  ]);
  await setDns("dmarc", "missing");
  await evaluate();
  expect(await listEvents()).toHaveLength(3);
});

test("a reason that comes back within an hour is the same one, without an event", async () => {
  await setDns("dmarc", "missing");
  await evaluate();
  const [first] = await listReasons();
  await setDns("dmarc", "ok");
  await evaluate();
  await setDns("dmarc", "missing");
  await evaluate(55);
  expect(await listReasons()).toMatchObject([{ id: first?.id, openedAt: first?.openedAt }]);
  await evaluate(120);
  expect(await listEvents()).toEqual([["opened", "dns_broken"]]);
});

test("a reason that comes back after an hour is another one, also when no round ran meanwhile", async () => {
  await setDns("dmarc", "missing");
  await evaluate();
  const [first] = await listReasons();
  await setDns("dmarc", "ok");
  await evaluate();
  await setDns("dmarc", "missing");
  await evaluate(90);
  await evaluate();
  const [second] = await listReasons();
  expect(second?.id).not.toBe(first?.id);
  expect((await listEvents()).map(([kind]) => kind)).toEqual(["opened", "closed", "opened"]);
});

test("what is acknowledged stays so until it ends or is twice as bad; then it is new again, with an event", async () => {
  await addDay(toDay(now));
  await evaluateRules(96);
  const keyId = "key_1";
  await metadata.attention.acknowledgeAttention(organizationId, {
    domainId,
    reasons: null,
    note: "known",
    until: null,
    keyId,
    now,
  });
  expect(await listReasons()).toMatchObject([{ note: "known", acknowledgedBy: keyId, value: 3 }]);
  await evaluateRules(24);
  expect(await listReasons()).toMatchObject([{ note: "known", value: 4 }]);
  await evaluateRules(48);
  expect(await listReasons()).toMatchObject([{ acknowledgedAt: null, acknowledgedBy: null, note: null, value: 6 }]);
  expect(await listEvents()).toEqual([
    ["opened", "silence"],
    ["opened", "silence"],
  ]);
  const { total } = await metadata.attention.listAttention(organizationId, { page: 1, perPage: 1, since: now });
  expect(total).toBe(1);
});

test("what is acknowledged until a date is new again on that date, with an event", async () => {
  await addDay(toDay(now));
  await evaluateRules(96);
  const until = new Date(now.getTime() + 2 * HOUR_MS);
  const facts = { domainId, reasons: null, note: "known", until, keyId: "key_1", now };
  await metadata.attention.acknowledgeAttention(organizationId, facts);
  await evaluate(90);
  expect(await listReasons()).toMatchObject([{ note: "known", acknowledgedUntil: until }]);
  await evaluate(31);
  expect(await listReasons()).toMatchObject([{ note: null, acknowledgedAt: null, acknowledgedUntil: null }]);
  expect(await listEvents()).toEqual([
    ["opened", "silence"],
    ["opened", "silence"],
  ]);
});

test("rounds of several processes at once yield each row and event once", async () => {
  const processes = await Promise.all([1, 2, 3].map(() => createMetadataStore({ url: stores.url })));
  const others = await Promise.all([1, 2, 3].map(() => addDomain()));
  await setDns("dmarc", "missing");
  for (const id of others) await execute(`UPDATE domains SET status = 'failed' WHERE id = '${id}'`);
  // Without the loop's lock, as when a connection is lost.
  const runAll = async () => {
    now = new Date(now.getTime() + 62 * 60_000);
    await Promise.all(processes.map((store) => createRound(store)(never)));
  };
  await runAll();
  expect((await listEvents()).map(([kind]) => kind)).toEqual(Array(4).fill("opened"));
  await execute(`UPDATE domains SET status = 'verified'`);
  await setDns("dmarc", "ok");
  await runAll();
  await runAll();
  expect((await listEvents()).map(([kind]) => kind).sort()).toEqual([
    ...Array(4).fill("closed"),
    ...Array(4).fill("opened"),
  ]);
  await Promise.all(processes.map((store) => store.close()));
});

test("a round that is interrupted after any statement is repeated, and no event is lost or sent twice", async () => {
  await setDns("dmarc", "missing");
  await interruptAt("events");
  expect([await listNames(), await listEvents()]).toEqual([[], []]);
  await interruptAt("attention");
  await interruptAt("watch_rounds");
  expect([await listNames(), await listEvents()]).toEqual([["dns_broken"], [["opened", "dns_broken"]]]);
  await evaluate();
  expect(await listEvents()).toEqual([["opened", "dns_broken"]]);
  await setDns("dmarc", "ok");
  await evaluate();
  now = new Date(now.getTime() + HOUR_MS);
  await interruptAt("events");
  expect(await listEvents()).toHaveLength(1);
  await evaluate();
  expect(await listEvents()).toHaveLength(2);
});

/** A round during which PostgreSQL refuses to write into a table. */
async function interruptAt(table: string): Promise<void> {
  await execute(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''interrupted''; END'`);
  await execute(`CREATE TRIGGER refusing BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION refuse()`);
  // The round of watch_rounds fails itself; what fails in an organization is logged, and the others go on.
  await evaluate().catch((error: unknown) => expect(String(error)).toContain("interrupted"));
  await execute(`DROP TRIGGER refusing ON ${table}`);
}

test("an organization whose reasons cannot be saved does not stop the others", async () => {
  const other = (await metadata.tenants.createOrganization({ name: "Other", plan: "free" })).id;
  await metadata.domains.saveVerifiedDomains(other, [`domain-${unique++}.example`]);
  await setDns("dmarc", "missing");
  const broken: MetadataStore = {
    ...metadata,
    attention: {
      ...metadata.attention,
      readAttentionChanges(id, time) {
        if (id === other) return Promise.reject(new Error("it does not fit"));
        return metadata.attention.readAttentionChanges(id, time);
      },
    },
  };
  await createRound(broken)(never);
  expect(await listNames()).toEqual(["dns_broken"]);
});

test("a domain that is being deleted needs nothing, and its reasons leave with it", async () => {
  await setDns("dmarc", "missing");
  await evaluate();
  await metadata.domains.beginDeletion(organizationId, domainId);
  await evaluate();
  expect(await listNames()).toEqual([]);
  await metadata.domains.deleteDomainData([{ organizationId, domainId }]);
  await metadata.domains.finishDeletions([{ organizationId, domainId }]);
  expect([await execute("SELECT 1 FROM attention"), await listEvents()]).toEqual([[], []]);
});

test("reasons that ended are kept for half a year", async () => {
  await setDns("dmarc", "missing");
  await evaluate();
  await setDns("dmarc", "ok");
  await evaluate();
  await evaluate(61);
  expect(await execute("SELECT 1 FROM attention")).toHaveLength(1);
  now = new Date(now.getTime() + 181 * DAY_MS);
  await evaluate();
  expect(await execute("SELECT 1 FROM attention WHERE reason = 'dns_broken'")).toEqual([]);
});
