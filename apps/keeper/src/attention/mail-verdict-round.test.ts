import { randomUUID } from "node:crypto";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { executeSql } from "@ruaflow/metadata-store/testing";
import type { RecordStore } from "@ruaflow/record-store";
import { sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { OutageError } from "@ruaflow/runtime/errors";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { createJudging, createTestJudge } from "@ruaflow/verdicts/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { toDay } from "../alerts/finding.ts";
import { type Stores, startStores } from "../testing/start-stores.ts";
import { createAttentionRound } from "./attention-round.ts";
import { createMailVerdictRound } from "./mail-verdict-round.ts";

const stopped = AbortSignal.abort();
const never = new AbortController().signal;
const logger = createLogger({ app: "test", level: "silent" });

let stores: Stores;
let metadata: MetadataStore;
let records: RecordStore;
let now: Date;
let owner: string;

beforeAll(async () => {
  stores = await startStores();
  ({ metadata, records } = stores);
});

afterAll(() => stores.stop());

beforeEach(async () => {
  for (const table of ["domains", "watch_rounds"]) await executeSql(stores.url, `DELETE FROM ${table}`);
  now = new Date("2026-10-20T12:00:00Z");
  owner = await createOrganization();
});

const createOrganization = async () =>
  (await metadata.tenants.createOrganization({ name: "Example", plan: "enterprise" })).id;

interface Mail {
  readonly count: number;
  readonly sourceIp: string;
  readonly dkim?: string;
  readonly spf: readonly [domain: string, result: string];
  readonly aligned?: boolean;
  readonly disposition?: string;
  /** Why the receiver did not apply the policy. */
  readonly reason?: string;
}

const own = (count: number): Mail => ({
  ...{ count, sourceIp: "192.0.2.1", dkim: "DOMAIN", spf: ["DOMAIN", "pass"], aligned: true },
});
/** Signed by SendGrid alone. */
const unaligned = (count: number, sourceIp = "198.51.100.1"): Mail => ({
  ...{ count, sourceIp, dkim: "sendgrid.net", spf: ["sendgrid.net", "pass"] },
});
/** Unsigned, from servers that the domain's SPF record refuses. */
const spoofed = (count: number): Mail => ({ count, sourceIp: "203.0.113.9", spf: ["DOMAIN", "fail"] });

/** A verified domain that publishes a policy, and a report of two days ago about its mail. */
async function addDomain(mails: readonly Mail[], { policy = "none", organizationId = owner } = {}) {
  const name = `${randomUUID()}.example`;
  const { verified } = await metadata.domains.saveVerifiedDomains(organizationId, [name]);
  const domainId = verified[0]?.domainId ?? expect.fail("nothing was saved");
  const day = toDay(now, 2);
  const found = mails.map(
    ({ count, sourceIp, dkim, spf: [domain, result], aligned, reason, disposition = "none" }, ordinal) => {
      const real = (text: string) => text.replace("DOMAIN", name);
      const word = aligned ? "pass" : "fail";
      return aRecord({
        ...{ ordinal, count, sourceIp, identifiers: { headerFrom: name, envelopeFrom: real(domain), envelopeTo: "" } },
        policyEvaluated: {
          disposition,
          dkim: word,
          spf: word,
          reasons: reason ? [{ type: reason }] : [],
        },
        authResults: {
          dkim: dkim ? [{ domain: real(dkim), selector: "s", result: "pass" }] : [],
          spf: [{ domain: real(domain), scope: "mfrom", result }],
        },
      });
    },
  );
  const report = sampleReport({ organizationId, reportId: `rpt_${randomUUID()}`, day, records: found });
  await storeReports(records, [{ ...report, row: { ...report.row, domainId } }]);
  const sum = (some: readonly Mail[]) => some.reduce((total, { count }) => total + count, 0);
  const passed = sum(mails.filter(({ aligned }) => aligned));
  await executeSql(
    stores.url,
    `INSERT INTO report_days VALUES ('${organizationId}', '${domainId}', '${day}', 1, ${sum(mails)}, ${passed}, ${passed}, ${passed})`,
  );
  await publish(domainId, policy);
  return { domainId, name };
}

const publish = (domainId: string, policy: string) =>
  executeSql(stores.url, `UPDATE domains SET dmarc_policy = '${policy}' WHERE id = '${domainId}'`);

/** Judges all domains that are due at a time, then finds what needs attention. */
async function evaluate(store: RecordStore = records): Promise<void> {
  const rest = async () => undefined;
  const judging = createJudging({ metadata, records: store });
  const options = { metadata, records: store, ...judging, logger, now: () => now, rest };
  const round = createMailVerdictRound(options);
  while (await round(never));
  await createAttentionRound({ metadata, logger, metrics: createMetrics(), now: () => now })(never);
}

async function wait(hours: number): Promise<void> {
  now = new Date(now.getTime() + hours * 3_600_000);
  await evaluate();
}

const listReasons = async (organizationId = owner) =>
  (await metadata.attention.listAttention(organizationId, { page: 1, perPage: 100 })).items.flatMap(
    ({ domainId, reasons }) =>
      reasons.map(({ reason, summary, value, weight }) => ({ domainId, reason, summary, value, weight })),
  );

test("own senders that fail are a reason, with the largest by name, messages and cause, until their mail is a week old", async () => {
  const { domainId } = await addDomain([own(500), unaligned(90), unaligned(10, "198.51.100.2")]);
  await evaluate();
  expect(await listReasons()).toEqual([
    {
      ...{ domainId, reason: "misconfigured_sender", value: 100, weight: 220 },
      summary:
        "SendGrid sent 100 messages that fail DMARC in 7 days: DKIM is signed in the service's name instead of the domain's.",
    },
  ]);
  await wait(4 * 24);
  expect(await listReasons()).toHaveLength(1);
  await wait(2 * 24);
  expect(await listReasons()).toEqual([]);
});

test("mail that forwarders broke, or that was forged and refused, is no reason, however much it is", async () => {
  const { domainId } = await addDomain([own(500), { ...spoofed(90_000), disposition: "reject" }], { policy: "reject" });
  const list = {
    count: 5000,
    sourceIp: "203.0.113.10",
    spf: ["lists.example.net", "pass"],
    reason: "mailing_list",
  } as const;
  await addDomain([own(500), list], { policy: "reject" });
  await evaluate();
  expect(await listReasons()).toEqual([]);
  const [row] = await executeSql(
    stores.url,
    `SELECT judged_at, forged_refused FROM mail_verdicts WHERE domain_id = '${domainId}'`,
  );
  expect(row).toEqual({ judged_at: now, forged_refused: 90_000 });
});

test("own mail that receivers refuse outranks any amount of own mail that only would be, and that any forged mail", async () => {
  const lost = await addDomain([own(500), { ...unaligned(12), disposition: "quarantine" }], { policy: "quarantine" });
  const unknown: Mail = { count: 900_000, sourceIp: "203.0.113.10", spf: ["DOMAIN", "temperror"] };
  const [wouldBe, strange, forged] = [
    await addDomain([own(500), unaligned(900_000)]),
    await addDomain([own(500), unknown], { policy: "reject" }),
    await addDomain([own(500), spoofed(900_000)]),
  ];
  await evaluate();
  const { items } = await metadata.attention.listAttention(owner, { page: 1, perPage: 9 });
  expect(items.map(({ domainId, reasons: [first] }) => [domainId, first?.reason])).toEqual([
    [lost.domainId, "own_mail_lost"],
    [wouldBe.domainId, "misconfigured_sender"],
    [strange.domainId, "unknown_sender"],
    [forged.domainId, "spoofed_mail_delivered"],
  ]);
  expect(items[0]?.reasons[0]?.summary).toBe(
    "Receivers refused or put into junk 12 messages of SendGrid in 7 days: DKIM is signed in the service's name instead of the domain's.",
  );
  // The reports are two days old, and so is the problem.
  expect(items[0]?.since).toEqual(new Date(`${toDay(now, 2)}T00:00:00Z`));
});

test("three refused messages are a reason where they are a tenth of the domain's own mail", async () => {
  const refused = { ...unaligned(3), disposition: "reject" };
  const small = await addDomain([own(20), refused], { policy: "reject" });
  await addDomain([own(500), refused], { policy: "reject" });
  await evaluate();
  expect(await listReasons()).toMatchObject([{ domainId: small.domainId, reason: "own_mail_lost", value: 3 }]);
});

/** Most of its look-ups fail; the envelope sender of the rest shows that it is a server of SendGrid. */
const temporary = (sourceIp: string): readonly Mail[] => [
  { count: 400, sourceIp, spf: ["DOMAIN", "temperror"] },
  { count: 1, sourceIp, spf: ["sendgrid.net", "pass"] },
];

test("errors of look-ups at a service that the domain uses make it no unknown sender; at another they do", async () => {
  const used = await addDomain([own(500), unaligned(60), ...temporary("198.51.100.7")], { policy: "reject" });
  const strange = await addDomain([own(500), ...temporary("198.51.100.7")], { policy: "reject" });
  await evaluate();
  const found = (await listReasons()).map(({ domainId, reason, value }) => [domainId, reason, value]);
  expect(found).toEqual([
    [used.domainId, "misconfigured_sender", 60],
    [strange.domainId, "unknown_sender", 401],
  ]);
});

test("another customer of a service that the domain uses is an unknown sender, named as another", async () => {
  const sourceIp = "198.51.100.8";
  const stranger: Mail = { count: 400, sourceIp, dkim: "stranger.example", spf: ["stranger.example", "pass"] };
  await addDomain([own(500), unaligned(60), stranger, { count: 1, sourceIp, spf: ["sendgrid.net", "pass"] }]);
  await evaluate();
  const unknown = (await listReasons()).find(({ reason }) => reason === "unknown_sender");
  expect(unknown?.summary).toBe(
    "Unknown senders sent 401 messages that fail DMARC in 7 days; the largest is other mail of SendGrid with 401. Find out whether they are yours.",
  );
});

test("a domain whose mail has grown much since it was judged is judged at once", async () => {
  const { domainId } = await addDomain([own(500), unaligned(3)]);
  await evaluate();
  const list = () => metadata.attention.listDomainsToJudge({ now, limit: 9 });
  expect(await list()).toEqual([]);
  await executeSql(stores.url, `UPDATE report_days SET messages = messages + 900 WHERE domain_id = '${domainId}'`);
  expect(await list()).toMatchObject([{ id: domainId, isNew: false }]);
});

test("fewer than ten messages of own senders beside many that pass are no reason, nor are those that the organization calls foreign", async () => {
  await addDomain([own(500), unaligned(9), spoofed(100)], { policy: "reject" });
  const other = await createOrganization();
  const service = { kind: "service", value: "SendGrid", ours: false, note: null, keyId: "key" } as const;
  await metadata.sources.createSenderOverride(other, service);
  await addDomain([own(500), unaligned(60)], { policy: "reject", organizationId: other });
  const { domainId } = await addDomain([own(500), unaligned(60)], { policy: "reject" });
  await evaluate();
  expect(await listReasons(other)).toEqual([]);
  expect(await listReasons()).toMatchObject([{ domainId, reason: "misconfigured_sender" }]);
});

test("a domain with p=none that would lose next to nothing of its own is ready, until it publishes more", async () => {
  const { domainId } = await addDomain([own(990), unaligned(5), spoofed(9)]);
  // Too little mail, too much that would be lost, a policy already.
  await addDomain([own(50)]);
  await addDomain([own(500), unaligned(9)]);
  await addDomain([own(500)], { policy: "quarantine" });
  await evaluate();
  const summary =
    "p=reject would lose at most 0.6 % of the 995 messages in 30 days that may be yours; the domain publishes p=none.";
  const [reason, ...others] = await listReasons();
  expect(reason).toMatchObject({ domainId, reason: "ready_for_enforcement", summary, weight: 15 });
  expect(reason?.value).toBeCloseTo(99.5, 1);
  expect(others).toEqual([]);
  await publish(domainId, "quarantine");
  now = new Date(now.getTime() + 120_000);
  await evaluate();
  expect(await listReasons()).toEqual([]);
});

test("a domain is judged at most every six hours, those that wait longest first, and one with nothing to say never", async () => {
  const list = (limit: number) => metadata.attention.listDomainsToJudge({ now, limit });
  const first = await addDomain([own(500)]);
  await addDomain([own(500)], { policy: "reject" });
  expect(await list(5)).toMatchObject([{ id: first.domainId, name: first.name, fails: false, asksNothing: true }]);
  await evaluate();
  expect(await list(5)).toEqual([]);
  now = new Date(now.getTime() + 6 * 3_600_000);
  const second = await addDomain([own(500), unaligned(60)], { policy: "reject" });
  expect(await list(5)).toMatchObject([
    { id: second.domainId, fails: true, asksNothing: false },
    { id: first.domainId },
  ]);
  expect(await list(1)).toMatchObject([{ id: second.domainId }]);
});

test("mail that cannot be judged stops no other domain, and waits for its turn; an outage is thrown", async () => {
  const { domainId } = await addDomain([own(500), unaligned(60)]);
  const good = await addDomain([own(500), unaligned(60)]);
  const failing = (error: Error): RecordStore => ({
    ...records,
    readClassSums(organizationId, filter) {
      if (filter.domainIds.includes(domainId)) throw error;
      return records.readClassSums(organizationId, filter);
    },
  });
  await evaluate(failing(new Error("it does not fit")));
  expect(await listReasons()).toMatchObject([{ domainId: good.domainId, reason: "misconfigured_sender" }]);
  now = new Date(now.getTime() + 6 * 3_600_000);
  await expect(evaluate(failing(new OutageError("ClickHouse", new Error("away"))))).rejects.toThrow(OutageError);
  await evaluate();
  expect(await listReasons()).toHaveLength(2);
});

test("a step judges some domains, says that there are more until the last, and rests unless one is new", async () => {
  for (let count = 0; count < 7; count += 1) await addDomain([own(500)]);
  const rests: number[] = [];
  const rest = async (startedAt: number) => void rests.push(startedAt);
  const round = createMailVerdictRound({
    ...{ metadata, records, ...createJudging({ metadata, records }), logger, now: () => now, rest, domainsMax: 5 },
  });
  const countDue = async () => (await metadata.attention.listDomainsToJudge({ now, limit: 10 })).length;
  expect([await round(never), await countDue(), rests.length]).toEqual([true, 2, 0]);
  expect([await round(never), await countDue(), rests.length]).toEqual([false, 0, 0]);
  now = new Date(now.getTime() + 7 * 3_600_000);
  expect([await round(never), await countDue(), rests.length]).toEqual([true, 2, 1]);
});

test("a round that is stopped judges nothing more", async () => {
  await addDomain([own(500), unaligned(60)]);
  const readFacts = () => expect.fail("something was read");
  const options = { metadata, records, readFacts, judgeDomain: readFacts, logger, now: () => now };
  expect(await createMailVerdictRound(options)(stopped)).toBe(false);
});

test("an override and a policy that becomes known are judged at once, not after hours", async () => {
  const { domainId } = await addDomain([own(1000), unaligned(100)], { policy: "quarantine" });
  const forged = await addDomain([own(1000), { ...spoofed(100), disposition: "none" }], { policy: "quarantine" });
  await evaluate();
  expect((await listReasons()).map(({ reason }) => reason)).toEqual(["misconfigured_sender"]);
  const notOurs = { kind: "service", value: "SendGrid", ours: false, note: null, keyId: "key_test" } as const;
  await metadata.sources.createSenderOverride(owner, notOurs);
  await createTestJudge({ metadata, records }).judgeDomain(owner, domainId);
  await wait(1);
  expect((await listReasons()).map(({ reason }) => reason)).toEqual([]);
  await publish(forged.domainId, "none");
  await wait(1);
  expect((await listReasons()).map(({ reason }) => reason)).toEqual([
    "spoofed_mail_delivered",
    "ready_for_enforcement",
  ]);
});
