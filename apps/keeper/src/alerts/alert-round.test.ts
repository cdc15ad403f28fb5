import { randomUUID } from "node:crypto";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { AlertRules } from "@ruaflow/metadata-store/domains";
import { executeSql } from "@ruaflow/metadata-store/testing";
import type { RecordStore } from "@ruaflow/record-store";
import { sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { OutageError } from "@ruaflow/runtime/errors";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { createJudging } from "@ruaflow/verdicts/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Stores, startStores } from "../testing/start-stores.ts";
import { createAlertRound } from "./alert-round.ts";
import { toDay } from "./finding.ts";

const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

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
  for (const table of ["domains", "events", "watch_rounds"]) await executeSql(stores.url, `DELETE FROM ${table}`);
  now = new Date();
  organizationId = (await metadata.tenants.createOrganization({ name: "Example", plan: "free" })).id;
  domainId = await addDomain(organizationId);
});

async function addDomain(owner: string): Promise<string> {
  const { verified } = await metadata.domains.saveVerifiedDomains(owner, [`domain-${unique++}.example`]);
  return verified[0]?.domainId ?? expect.fail("nothing was saved");
}

function createRound(overrides: { readonly records?: RecordStore; readonly metadata?: MetadataStore } = {}) {
  const logger = createLogger({ app: "test", level: "silent" });
  return createAlertRound({
    metadata,
    records,
    ...createJudging({ metadata, records }),
    logger,
    metrics: createMetrics(),
    alertsEveryMs: 300_000,
    now: () => now,
    ...overrides,
  });
}

interface Sent {
  readonly daysBefore?: number;
  readonly count: number;
  readonly sourceIp?: string;
  readonly isPass?: boolean;
  readonly owner?: string;
  readonly about?: string;
}

/** Stores a report received now. */
async function send(...all: readonly Sent[]): Promise<void> {
  const reports = all.map((sent) => {
    const { daysBefore = 1, count, sourceIp = "192.0.2.1", isPass = false } = sent;
    const policyEvaluated = { dkim: isPass ? "pass" : "fail" };
    const facts = { organizationId: sent.owner ?? organizationId, reportId: `rpt_${randomUUID()}` };
    const report = sampleReport({
      ...facts,
      day: toDay(now, daysBefore),
      records: [aRecord({ count, sourceIp, policyEvaluated })],
    });
    return { ...report, row: { ...report.row, domainId: sent.about ?? domainId, receivedAt: now } };
  });
  await storeReports(records, reports);
}

/** Runs a round late enough that all domains are due. */
async function evaluate(hours = 1): Promise<void> {
  now = new Date(now.getTime() + hours * HOUR_MS);
  await createRound()(never);
}

const setRules = (alertRules: Partial<AlertRules>) =>
  metadata.domains.updateDomainSettings(organizationId, { domainId, changes: { alertRules } });
const list = async (owner = organizationId) =>
  (await metadata.watch.listAlerts(owner, { page: 1, perPage: 100 })).items;
const listOpen = async () => (await list()).filter(({ clearedAt }) => clearedAt === null).map(({ rule }) => rule);

async function listEvents(): Promise<Record<string, unknown>[]> {
  const sql = `SELECT convert_from(body, 'UTF8') AS body FROM events WHERE type = 'alert.triggered' ORDER BY sequence`;
  return (await executeSql(stores.url, sql)).map(({ body }) => JSON.parse(String(body)).data);
}

test("a pass rate below the threshold is one alert with one event, whatever the number of reports, and one when it ends", async () => {
  await send({ count: 200 }, { count: 200 });
  await evaluate();
  await send({ count: 200 });
  await evaluate();
  await evaluate();
  expect(await list()).toMatchObject([{ rule: "pass_rate", value: 0, threshold: 90, clearedAt: null, domainId }]);
  await send({ count: 50_000, isPass: true });
  await evaluate();
  await evaluate();
  expect((await listEvents()).map(({ rule, state, value }) => [rule, state, value])).toEqual([
    ["pass_rate", "triggered", 0],
    ["pass_rate", "cleared", 98.8],
  ]);
  const ids = (await listEvents()).map(({ alert_id }) => alert_id);
  expect(new Set(ids).size).toBe(1);
});

test("a new source with failing mail is an alert about it, until it is no longer new", async () => {
  await setRules({ pass_rate: { enabled: false, below: 0, window_days: 1, messages_min: 1 } });
  await send({ daysBefore: 40, count: 10, isPass: true }, { count: 60, sourceIp: "2001:db8::7" }, { count: 900 });
  await evaluate();
  expect(await list()).toMatchObject([{ rule: "new_source", sourceIp: "2001:db8::7", value: 60, threshold: 50 }]);
  await evaluate(8 * 24);
  expect((await listEvents()).map(({ rule, state, source_ip }) => [rule, state, source_ip])).toEqual(
    expect.arrayContaining([
      ["new_source", "triggered", "2001:db8::7"],
      ["new_source", "cleared", "2001:db8::7"],
    ]),
  );
});

test("many more failures than usual are an alert", async () => {
  await setRules({ new_source: { enabled: false, failures_min: 1 } });
  const usual = Array.from({ length: 28 }, (_, index) => ({ daysBefore: 4 + index, count: 50 }));
  const fine = { daysBefore: 1, count: 100_000, isPass: true };
  await send(...usual, fine, { daysBefore: 1, count: 400 });
  await evaluate();
  expect(await list()).toMatchObject([{ rule: "failure_volume", value: 400, threshold: 150 }]);
});

/** Adds a report about a day to the sums of days. */
const addDay = (day: string, authentic = true) =>
  executeSql(
    stores.url,
    `INSERT INTO report_days (organization_id, domain_id, day, reports, messages, passed, spf_passed, dkim_passed, authentic)
     VALUES ('${organizationId}', '${domainId}', '${day}', 1, 1, 1, 1, 1, ${authentic})`,
  );

test("no reports for days are an alert, which old files and unproven reports do not end, but the next report does", async () => {
  await addDay(toDay(now));
  const since = toDay(now);
  await evaluate(72);
  expect(await listOpen()).toEqual([]);
  await evaluate(24);
  const summary = `No reports since ${since}: 3 days without reports.`;
  expect(await list()).toMatchObject([{ rule: "missing_reports", value: 3, threshold: 3, summary }]);
  await addDay("2020-05-01");
  await addDay(toDay(now), false);
  await evaluate(1);
  expect(await listOpen()).toEqual(["missing_reports"]);
  await addDay(toDay(now, 1));
  await evaluate(1);
  expect(await listOpen()).toEqual([]);
});

test("a domain whose only reports are of an imported past has no alert, unless its DNS asks for reports", async () => {
  await addDay("2020-05-01");
  await evaluate(30 * 24);
  expect(await list()).toEqual([]);
  await executeSql(
    stores.url,
    `INSERT INTO domain_dns (domain_id, organization_id, record, host, state, found, detail, checked_at)
     VALUES ('${domainId}', '${organizationId}', 'dmarc', '_dmarc.example', 'ok', '{}', '', now())`,
  );
  const verified = toDay(now, 30);
  await evaluate();
  // An hour later it may be the next day.
  const days = (Date.parse(toDay(now)) - Date.parse(verified)) / (24 * HOUR_MS) - 1;
  const summary = `No reports since 2020-05-01, verified on ${verified}: ${days} days without reports.`;
  expect(await list()).toMatchObject([{ rule: "missing_reports", value: days, summary }]);
  expect([29, 30]).toContain(days);
});

test("a domain that has reports of every seventh day is missed after its usual gap, not within it", async () => {
  for (let days = 28; days >= 0; days -= 7) await addDay(toDay(now, days));
  await evaluate(9 * 24);
  expect(await listOpen()).toEqual([]);
  await evaluate(24);
  expect(await list()).toMatchObject([{ rule: "missing_reports", value: 9, threshold: 9 }]);
});

test("a report about a day to come does not hide a silence", async () => {
  await addDay(toDay(now));
  await addDay("2149-01-01");
  await evaluate(4 * 24);
  expect(await listOpen()).toEqual(["missing_reports"]);
});

test("between evaluations of all domains, only domains that received a report are evaluated", async () => {
  const quiet = await addDomain(organizationId);
  await evaluate();
  const asked: string[] = [];
  const watched: RecordStore = {
    ...records,
    readDomainDays(keys, period) {
      asked.push(...keys.map((key) => key.domainId));
      return records.readDomainDays(keys, period);
    },
  };
  now = new Date(now.getTime() + 299_000);
  await createRound({ records: watched })(never);
  expect(asked).toEqual([]);
  now = new Date(now.getTime() + 1000);
  await send({ count: 500 });
  await createRound({ records: watched })(never);
  expect([asked, await listOpen()]).toEqual([[domainId], ["pass_rate"]]);
  now = new Date(now.getTime() + HOUR_MS);
  await createRound({ records: watched })(never);
  expect(asked).toContain(quiet);
});

test("only one of several processes evaluates at a time, and a crossing is one event", async () => {
  await send({ count: 500 });
  const rounds = Array.from({ length: 4 }, () => createRound());
  await Promise.all(rounds.map((round) => round(never)));
  await executeSql(stores.url, "DELETE FROM watch_rounds");
  await Promise.all(rounds.map((round) => round(never)));
  expect(await listEvents()).toHaveLength(1);
});

test("each organization's domains are evaluated by their own mail only", async () => {
  const other = (await metadata.tenants.createOrganization({ name: "Other", plan: "free" })).id;
  const theirs = await addDomain(other);
  await send({ count: 500, owner: other, about: theirs }, { count: 500, isPass: true });
  // Another organization's rows under this domain's id must not count.
  await send({ count: 90_000, owner: other, about: domainId });
  await evaluate();
  expect([await list(), (await list(other)).map((alert) => alert.domainId)]).toEqual([[], [theirs]]);
});

test("a domain that failed keeps no open alert", async () => {
  await send({ count: 500 });
  await evaluate();
  await executeSql(stores.url, `UPDATE domains SET status = 'failed' WHERE id = '${domainId}'`);
  await evaluate();
  await evaluate();
  expect([await listOpen(), (await listEvents()).map(({ state }) => state)]).toEqual([[], ["triggered", "cleared"]]);
});

test("a failed round is repeated, and no event is sent twice", async () => {
  await send({ count: 500 });
  const down = new OutageError("ClickHouse", new Error("it is down"));
  const broken: RecordStore = { ...records, readNewSources: () => Promise.reject(down) };
  await expect(createRound({ records: broken })(never)).rejects.toThrow("it is down");
  expect(await metadata.watch.readLastRound("alerts")).toBeNull();
  await createRound()(never);
  await executeSql(stores.url, "DELETE FROM watch_rounds");
  await createRound()(never);
  expect(await listEvents()).toHaveLength(1);
});

test("a domain whose query fails does not stop the others", async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => addDomain(organizationId)));
  await send({ count: 500 }, ...others.map((about) => ({ count: 500, about })));
  const limited: RecordStore = {
    ...records,
    readNewSources(keys, options) {
      if (keys.some((key) => key.domainId === domainId)) return Promise.reject(new Error("MEMORY_LIMIT_EXCEEDED"));
      return records.readNewSources(keys, options);
    },
  };
  await createRound({ records: limited })(never);
  expect((await list()).map((alert) => alert.domainId).sort()).toEqual([...others].sort());
});

test("a domain whose alerts cannot be saved does not stop the others", async () => {
  const other = await addDomain(organizationId);
  await send({ count: 500 }, { count: 500, about: other });
  const limited: MetadataStore = {
    ...metadata,
    watch: {
      ...metadata.watch,
      saveAlertChanges(owner, request) {
        if (request.domainId === domainId) return Promise.reject(new Error("it does not fit"));
        return metadata.watch.saveAlertChanges(owner, request);
      },
    },
  };
  await createRound({ metadata: limited })(never);
  expect((await list()).map((alert) => alert.domainId)).toEqual([other]);
});

test("the alerts of a deleted domain and their events are deleted", async () => {
  await send({ count: 500 });
  await evaluate();
  await metadata.domains.beginDeletion(organizationId, domainId);
  await evaluate();
  expect(await list()).toEqual([]);
  await metadata.domains.deleteDomainData([{ organizationId, domainId }]);
  await metadata.domains.finishDeletions([{ organizationId, domainId }]);
  expect(await listEvents()).toEqual([]);
  expect(await executeSql(stores.url, "SELECT 1 FROM alerts")).toEqual([]);
});
