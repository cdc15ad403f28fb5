import { randomUUID } from "node:crypto";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { executeSql } from "@ruaflow/metadata-store/testing";
import type { RecordStore } from "@ruaflow/record-store";
import { sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import type { ReadFacts } from "@ruaflow/verdicts/facts";
import { createJudging } from "@ruaflow/verdicts/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAttentionRound } from "../attention/attention-round.ts";
import { type Stores, startStores } from "../testing/start-stores.ts";
import { createAlertRound } from "./alert-round.ts";
import { toDay } from "./finding.ts";

const never = new AbortController().signal;
const logger = createLogger({ app: "test", level: "silent" });

let stores: Stores;
let metadata: MetadataStore;
let records: RecordStore;
let now: Date;
let organizationId: string;
let domainId: string;
let name: string;

beforeAll(async () => {
  stores = await startStores();
  ({ metadata, records } = stores);
});

afterAll(() => stores.stop());

beforeEach(async () => {
  for (const table of ["domains", "watch_rounds"]) await executeSql(stores.url, `DELETE FROM ${table}`);
  now = new Date("2026-10-20T12:00:00Z");
  organizationId = (await metadata.tenants.createOrganization({ name: "Example", plan: "free" })).id;
  name = `${randomUUID()}.example`;
  const { verified } = await metadata.domains.saveVerifiedDomains(organizationId, [name]);
  domainId = verified[0]?.domainId ?? expect.fail("nothing was saved");
});

interface Mail {
  readonly count: number;
  readonly sourceIp: string;
  readonly disposition?: string;
  readonly dkim?: readonly [domain: string, result: string];
  readonly spf: readonly [domain: string, result: string];
  readonly aligned?: boolean;
}

const own = (count: number): Mail => {
  return { count, sourceIp: "192.0.2.1", dkim: [name, "pass"], spf: [name, "pass"], aligned: true };
};
/** Nothing vouches for it: unsigned, with an envelope of a domain that has no SPF record. */
const forged = (count: number, sourceIp = "198.51.100.1", disposition = "reject"): Mail => {
  return { count, sourceIp, disposition, spf: ["bad.example", "none"] };
};

/** Stores one report about a day. */
const report = (daysBefore: number, ...mails: readonly Mail[]) => reportDays([daysBefore], mails);

/** Stores the same report about each of some days. */
async function reportDays(days: readonly number[], mails: readonly Mail[]): Promise<void> {
  const found = mails.map(({ count, sourceIp, disposition = "none", dkim, spf, aligned = false }, ordinal) => {
    const word = aligned ? "pass" : "fail";
    return aRecord({
      ordinal,
      ...{ count, sourceIp, identifiers: { headerFrom: name, envelopeFrom: spf[0], envelopeTo: "" } },
      policyEvaluated: { disposition, dkim: word, spf: word, reasons: [] },
      authResults: {
        dkim: dkim ? [{ domain: dkim[0], selector: "s", result: dkim[1], humanResult: "" }] : [],
        spf: [{ domain: spf[0], scope: "mfrom", result: spf[1], humanResult: "" }],
      },
    });
  });
  const reports = days.map((daysBefore) => {
    const facts = { organizationId, reportId: `rpt_${randomUUID()}`, day: toDay(now, daysBefore) };
    const one = sampleReport({ ...facts, records: found });
    return { ...one, row: { ...one.row, domainId, receivedAt: now } };
  });
  await storeReports(records, reports);
  await executeSql(
    stores.url,
    `INSERT INTO verdict_queue (organization_id, domain_id) VALUES ('${organizationId}', '${domainId}')`,
  );
}

/** The open alerts and the reasons for attention, except silence. */
async function evaluate(facts: { readonly readFacts?: ReadFacts } = {}) {
  now = new Date(now.getTime() + 3_600_000);
  const shared = { metadata, logger, now: () => now };
  await createAlertRound({
    ...{ ...shared, records, ...createJudging({ metadata, records, ...facts }) },
    ...{ metrics: createMetrics(), alertsEveryMs: 1 },
  })(never);
  await createAttentionRound({ ...shared, metrics: createMetrics() })(never);
  const { items: alerts } = await metadata.watch.listAlerts(organizationId, { page: 1, perPage: 100 });
  const { items } = await metadata.attention.listAttention(organizationId, { page: 1, perPage: 100 });
  const open = alerts.filter(({ clearedAt, rule }) => clearedAt === null && rule !== "missing_reports");
  const reasons = items.flatMap((item) => item.reasons).filter(({ reason }) => reason !== "silence");
  return { alerts: open, rules: open.map(({ rule }) => rule).sort(), reasons: reasons.map(({ reason }) => reason) };
}

const quiet = { rules: [], reasons: [] };
const wave = (disposition?: string) =>
  Array.from({ length: 80 }, (_, index) => forged(5, `198.51.100.${index}`, disposition));

test("400 forged messages that receivers refused beside 50 own ones that pass are no alert and no reason", async () => {
  await report(1, own(50), ...wave());
  expect(await evaluate()).toMatchObject(quiet);
});

test.for(["Quarantine", " reject "])("so are those with the disposition %j", async (disposition) => {
  await report(1, own(200), ...wave(disposition));
  expect(await evaluate()).toMatchObject(quiet);
});

test("forged mail that receivers delivered lowers no pass rate, unless the domain counts all mail", async () => {
  await report(1, own(50), ...wave("none"));
  expect(await evaluate()).toMatchObject(quiet);
  const pass_rate = { enabled: true, below: 90, window_days: 7, messages_min: 100, of: "all" } as const;
  await metadata.domains.updateDomainSettings(organizationId, { domainId, changes: { alertRules: { pass_rate } } });
  expect(await evaluate()).toMatchObject({ rules: ["pass_rate"], reasons: ["pass_rate"] });
});

test.for([
  ["of a service that signs as itself", { dkim: ["desk.saas.example", "pass"], spf: ["desk.saas.example", "pass"] }],
  ["whose envelope is another's, which passes", { spf: ["web1.hosting.example", "pass"] }],
  ["with the domain's own signature broken", { dkim: ["NAME", "fail"], spf: ["NAME", "fail"] }],
  ["from a host of the domain", { spf: ["web.NAME", "none"] }],
] as const)("refused mail %s is an alert: it may be the owner's", async ([, { spf, ...facts }]) => {
  const real = ([domain, result]: readonly [string, string]) => [domain.replace("NAME", name), result] as const;
  const dkim = "dkim" in facts ? { dkim: real(facts.dkim) } : {};
  await report(1, own(50), { count: 400, sourceIp: "203.0.113.7", disposition: "reject", spf: real(spf), ...dkim });
  expect(await evaluate()).toMatchObject({ rules: ["pass_rate"] });
});

test("refused mail of a forger whose own domain passes is no alert: its server is not named after it", async () => {
  const hosted = { hostname: "vps-7.rented.example", asn: null, organization: null, country: null };
  const readFacts = async (addresses: readonly string[]) => new Map(addresses.map((address) => [address, hosted]));
  await report(1, own(50), ...wave(), { ...forged(400, "203.0.113.7"), spf: ["bad.example", "pass"] });
  expect(await evaluate({ readFacts })).toMatchObject(quiet);
});

test("the mail of a server of one's own, which passed before, is an alert when it is refused", async () => {
  await report(20, { ...own(100), sourceIp: "203.0.113.7" });
  await report(1, own(50), { count: 400, sourceIp: "203.0.113.7", disposition: "reject", spf: [name, "fail"] });
  expect((await evaluate()).rules).toContain("pass_rate");
});

test("what remains without the forged mail is the value of the alert, and its sentence says so", async () => {
  await report(1, own(80), forged(300), { ...forged(20, "203.0.113.8"), spf: ["saas.example", "pass"] });
  const { alerts } = await evaluate();
  expect(alerts).toMatchObject([
    {
      value: 80,
      summary: "80 % of 100 messages in 7 days passed DMARC, without 300 forged ones; the threshold is 90 %.",
    },
  ]);
});

test("a wave of refused forgeries from new sources is neither a new source nor a high volume of failures", async () => {
  await reportDays([4, 5, 6, 7, 8, 9, 10, 11], [own(1000), forged(1, "198.51.100.200")]);
  await report(1, own(5000), forged(400, "198.51.100.77"));
  expect(await evaluate()).toMatchObject(quiet);
  await report(1, { ...forged(300, "203.0.113.9"), dkim: ["saas.example", "pass"], spf: ["saas.example", "pass"] });
  expect((await evaluate()).alerts.map(({ rule, sourceIp, value }) => [rule, sourceIp, value]).sort()).toEqual([
    ["failure_volume", null, 300],
    ["new_source", "203.0.113.9", 300],
  ]);
});

test("an alert that only forged mail keeps open ends", async () => {
  await report(1, own(90), { ...forged(15, "203.0.113.9"), spf: ["saas.example", "pass"] });
  expect((await evaluate()).rules).toEqual(["pass_rate"]);
  await report(1, own(100), forged(400));
  expect(await evaluate()).toMatchObject(quiet);
});
