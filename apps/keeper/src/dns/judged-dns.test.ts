import { createDns } from "@ruaflow/dns";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { ListedDomain } from "@ruaflow/metadata-store/domains";
import { executeSql, startMetadataStore } from "@ruaflow/metadata-store/testing";
import { UNPROVEN_DAYS_MAX } from "@ruaflow/metadata-store/watch";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAttentionRound } from "../attention/attention-round.ts";
import { createDnsRound } from "./dns-round.ts";

const reportDomain = "reports.ruaflow.example";
const DAY_MS = 86_400_000;
const never = new AbortController().signal;
const logger = createLogger({ app: "test", level: "silent" });

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let metadata: MetadataStore;
let zone: TestDnsServer;
let now: Date;
let organizationId: string;
let warnings: unknown[];
let unique = 0;

beforeAll(async () => {
  running = await startMetadataStore();
  metadata = running.store;
  zone = await startDnsServer();
});

afterAll(async () => {
  await zone.stop();
  await running.stop();
});

beforeEach(async () => {
  for (const table of ["domains", "events", "watch_rounds", "report_days", "domain_reports"])
    await execute(`DELETE FROM ${table}`);
  now = new Date("2026-03-01T08:00:00Z");
  organizationId = (await metadata.tenants.createOrganization({ name: "Example", plan: "enterprise" })).id;
  warnings = [];
});

const execute = (sql: string) => executeSql(running.url, sql);

/** Checks the DNS of all domains, and what needs attention, as often as given, once a day. */
async function check(days = 1): Promise<void> {
  const warned = { ...logger, info: () => undefined, warn: (facts: unknown) => void warnings.push(facts) };
  const dns = createDns({ servers: [zone.address], timeoutMs: 200 });
  const shared = { metadata, logger: Object.assign(Object.create(logger), warned), metrics: createMetrics() };
  const options = { ...shared, now: () => now, dns, reportDomain, dnsEveryMs: 3_600_000, domainsAtOnce: 4 };
  const [round, attention] = [
    createDnsRound(options),
    createAttentionRound({ ...options, metrics: createMetrics(), logger }),
  ];
  for (let day = 0; day < days; day += 1) {
    now = new Date(now.getTime() + DAY_MS);
    await round(never);
    await attention(never);
  }
}

async function addDomain(name = `domain-${unique++}.test`): Promise<{ id: string; name: string; token: string }> {
  const { verified } = await metadata.domains.saveVerifiedDomains(organizationId, [name]);
  const id = verified[0]?.domainId ?? expect.fail("nothing was saved");
  const token = (await metadata.domains.readDomain(organizationId, id))?.mailboxToken ?? "";
  return { id, name, token };
}

/** Stores the sums of a report that arrived now, whichever way, about a day before. */
async function receive(domainId: string, { authentic = true, daysBefore = 0 } = {}): Promise<void> {
  const day = new Date(now.getTime() - daysBefore * DAY_MS).toISOString().slice(0, 10);
  await execute(`INSERT INTO report_days (organization_id, domain_id, day, reports, messages, passed, spf_passed, dkim_passed, authentic)
    VALUES ('${organizationId}', '${domainId}', '${day}', 1, 9, 9, 0, 9, ${authentic}) ON CONFLICT DO NOTHING`);
  const column = authentic ? "last_report_at" : "unproven_last_report_at";
  await execute(`INSERT INTO domain_reports VALUES ('${domainId}', '${organizationId}', NULL, '${day}', 0, 0, 0, 0, 0, 0, 0, 0)
    ON CONFLICT DO NOTHING`);
  await execute(`UPDATE domain_reports SET ${column} = '${now.toISOString()}' WHERE domain_id = '${domainId}'`);
}

async function read(domainId: string): Promise<ListedDomain> {
  const today = now.toISOString().slice(0, 10);
  const wanted = { domainIds: [domainId], today, counted: "authentic" } as const;
  const [domain] = await metadata.domains.readListedDomains(organizationId, wanted);
  return domain ?? expect.fail("no domain");
}

const readState = async (domainId: string) => {
  const { dnsState, mailbox } = await read(domainId);
  return [dnsState, mailbox];
};

async function listReasons(): Promise<string[]> {
  const { items } = await metadata.attention.listAttention(organizationId, { page: 1, perPage: 100 });
  return items.flatMap(({ domain, reasons }) => reasons.map(({ reason }) => `${domain} ${reason}`));
}

test("a domain whose rua is the owner's own mailbox is ok once its reports arrive and count", async () => {
  const { id, name } = await addDomain();
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=reject; rua=mailto:dmarc@${name}`);
  await check();
  expect([await readState(id), await listReasons()]).toEqual([["different", null], [`${name} dns_broken`]]);
  await receive(id, { authentic: false });
  await check();
  expect(await readState(id)).toEqual(["different", null]);
  await receive(id);
  await check();
  expect([await readState(id), await listReasons()]).toEqual([["ok", "own"], []]);
  const last = await metadata.watch.readLastCheck(organizationId, id);
  expect(last.find(({ record }) => record === "dmarc")).toMatchObject({ state: "ok", mailbox: "own" });
  const listed = await metadata.domains.listDomains(organizationId, {
    ...{ page: 1, perPage: 10, dnsStates: ["ok"] },
    ...{ today: now.toISOString().slice(0, 10), counted: "authentic" },
  });
  expect(listed.items.map((domain) => domain.name)).toEqual([name]);
});

test("reports that stop are the task of silence: the own mailbox stays ok, until the rua names another one", async () => {
  const { id, name } = await addDomain();
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=reject; rua=mailto:dmarc@${name}`);
  await receive(id);
  await check(40);
  expect(await readState(id)).toEqual(["ok", "own"]);
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=none; rua=mailto:dmarc@${name}`);
  await check();
  expect(await readState(id)).toEqual(["ok", "own"]);
  zone.setTxt(`_dmarc.${name}`, "v=DMARC1; p=none; rua=mailto:box@vendor.test");
  await check(1 + GRACE_DAYS);
  expect([await readState(id), await listReasons()]).toEqual([
    ["different", null],
    [`${name} dns_broken`, `${name} policy_weaker`],
  ]);
  await receive(id);
  await check();
  expect([await readState(id), await listReasons()]).toEqual([["ok", "own"], [`${name} policy_weaker`]]);
});

/** Days for which reports to a changed rua may be on their way. */
const GRACE_DAYS = 7;

test("a rua that keeps the address of before stays ok for as long as it does, though no report comes", async () => {
  const { id, name } = await addDomain();
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=reject; rua=mailto:Me@${name}!10m`);
  await receive(id, { daysBefore: 2 });
  await check();
  for (const rua of [`mailto:me@${name},mailto:x@vendor.test`, `mailto:y@vendor.test, mailto:ME@${name}!5m`]) {
    zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=reject; rua=${rua}`);
    await check(GRACE_DAYS + 1);
    expect([await readState(id), await listReasons()]).toEqual([["ok", "own"], []]);
  }
  zone.setTxt(`_dmarc.${name}`, "v=DMARC1; p=reject; rua=mailto:y@vendor.test");
  await check(GRACE_DAYS);
  expect(await readState(id)).toEqual(["ok", "own"]);
  await check();
  expect(await readState(id)).toEqual(["different", null]);
});

test("an address that changes in place is no alarm while reports to the new one may be on their way, or still arrive", async () => {
  const { id, name } = await addDomain();
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=reject; rua=mailto:old@${name}`);
  await check();
  await receive(id, { daysBefore: 2 });
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=reject; rua=mailto:new@${name}`);
  await check(3);
  expect(await readState(id)).toEqual(["ok", "own"]);
  // About a day before the change: it may have been sent to either address.
  await receive(id, { daysBefore: 5 });
  await check(6);
  expect([await readState(id), await listReasons()]).toEqual([["ok", "own"], []]);
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=none; rua=mailto:new@${name}`);
  await check();
  expect(await readState(id)).toEqual(["different", null]);
});

test("a record that is first seen after the domain was added and reports came has the same time", async () => {
  const { id, name } = await addDomain();
  await receive(id, { daysBefore: 2 });
  await check();
  expect(await readState(id)).toEqual(["missing", null]);
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=reject; rua=mailto:me@${name}`);
  await check();
  expect([await readState(id), await listReasons()]).toEqual([["ok", "own"], [`${name} dns_changed`]]);
  await check(GRACE_DAYS);
  expect([await readState(id), await listReasons()]).toEqual([["different", null], [`${name} dns_broken`]]);
});

test("mail whose sender is not proven keeps no changed rua ok", async () => {
  const { id, name } = await addDomain();
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=reject; rua=mailto:old@${name}`);
  await receive(id);
  await check();
  zone.setTxt(`_dmarc.${name}`, "v=DMARC1; p=reject; rua=mailto:new@vendor.test");
  await check(GRACE_DAYS);
  await receive(id, { authentic: false });
  await check();
  expect(await readState(id)).toEqual(["different", null]);
});

test("reports do not excuse a record without an address, an invalid one or none", async () => {
  const { id, name } = await addDomain();
  await receive(id);
  for (const [text, state] of [
    ["v=DMARC1; p=reject", "different"],
    ["v=DMARC1; p=bogus", "different"],
    ["nothing", "missing"],
  ] as const) {
    zone.setTxt(`_dmarc.${name}`, text);
    await check();
    expect(await readState(id)).toEqual([state, null]);
  }
});

test("an address that the organization or the domain accepts is ok at once, and only there", async () => {
  const [one, two] = [await addDomain(), await addDomain()];
  for (const { name } of [one, two]) zone.setTxt(`_dmarc.${name}`, "v=DMARC1; p=none; rua=mailto:DMARC@corp.test");
  await check();
  await metadata.domains.updateDomainSettings(organizationId, {
    domainId: one.id,
    changes: { reportAddresses: ["dmarc@corp.test"] },
  });
  expect([await readState(one.id), await readState(two.id)]).toEqual([
    ["ok", "own"],
    ["different", null],
  ]);
  await metadata.tenants.setReportAddresses(organizationId, ["dmarc@corp.test"]);
  expect(await readState(two.id)).toEqual(["ok", "own"]);
});

test("a subdomain without a record has its parent's policy and state, and no alarm", async () => {
  const parent = await addDomain();
  const child = await addDomain(`news.${parent.name}`);
  const to = `d-${parent.token}@${reportDomain}`;
  zone.setTxt(`_dmarc.${parent.name}`, `v=DMARC1; p=reject; sp=quarantine; rua=mailto:${to}`);
  await check();
  expect(await read(child.id)).toMatchObject({ dmarcPolicy: "quarantine", dmarcPolicyFrom: parent.name });
  expect([await readState(child.id), await listReasons()]).toEqual([["ok", "service"], []]);
  zone.setTxt(`_dmarc.${parent.name}`, `v=DMARC1; p=reject; rua=mailto:dmarc@${parent.name}`);
  await check();
  await receive(parent.id);
  await check();
  expect(await read(child.id)).toMatchObject({ dmarcPolicy: "reject", dnsState: "ok", mailbox: "own" });
  expect(await listReasons()).not.toContain(`${child.name} dns_broken`);
  zone.setTxt(`_dmarc.${child.name}`, "v=DMARC1; p=none");
  await check();
  expect(await read(child.id)).toMatchObject({ dmarcPolicy: "none", dmarcPolicyFrom: null, dnsState: "different" });
});

test("a claim that its parent proves does not fail, unless the parent does or belongs to another organization", async () => {
  const parent = await addDomain();
  zone.setTxt(`_dmarc.${parent.name}`, "v=DMARC1; p=reject; rua=mailto:dmarc@corp.test");
  const verify = async (owner: string, name: string) => {
    const created = await metadata.domains.createDomain(owner, name);
    const domainId = created?.id ?? "";
    const facts = { organizationId: owner, domainId, createdAt: now };
    const event = { ...facts, id: `evt_${unique++}`, type: "domain.verified", body: Buffer.from("{}") };
    await metadata.domains.verifyDomain(owner, { domainId, verifiedAt: now, policy: null, event });
    return async () => (await metadata.domains.readDomain(owner, domainId))?.status;
  };
  const other = (await metadata.tenants.createOrganization({ name: "Other", plan: "free" })).id;
  const own = await verify(organizationId, `own.${parent.name}`);
  const theirs = await verify(other, `theirs.${parent.name}`);
  await check(UNPROVEN_DAYS_MAX + 1);
  expect([await own(), await theirs()]).toEqual(["verified", "failed"]);
  await execute(`UPDATE domains SET status = 'failed' WHERE id = '${parent.id}'`);
  await check(UNPROVEN_DAYS_MAX + 1);
  expect(await own()).toBe("failed");
});

test("a missing authorization is one finding for the operator, and no domain's reason or state", async () => {
  const domains = await Promise.all(Array.from({ length: 30 }, () => addDomain()));
  for (const { name, token } of domains)
    zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=none; rua=mailto:d-${token}@${reportDomain}`);
  await check(3);
  expect([await listReasons(), await readState(domains[0]?.id ?? "")]).toEqual([[], ["ok", "service"]]);
  expect(await metadata.watch.readReportAuthorization()).toMatchObject({
    domains: 30,
    missing: 30,
    example: expect.stringContaining(`._report._dmarc.${reportDomain}`),
  });
  expect(warnings).toMatchObject([{ missing: 30, publish: `*._report._dmarc.${reportDomain} TXT "v=DMARC1;"` }]);
  for (const { name } of domains) zone.setTxt(`${name}._report._dmarc.${reportDomain}`, "v=DMARC1;");
  await check();
  expect(await metadata.watch.readReportAuthorization()).toEqual({ domains: 30, missing: 0, example: null });
  for (const { name } of domains)
    zone.setTxt(`${name}._report._dmarc.${reportDomain}`, "v=DMARC1; rua=mailto:a@b.test");
  await check();
  expect(await listReasons()).toEqual([]);
});

test("a check that could ask nothing leaves what is known", async () => {
  const { id, name, token } = await addDomain(`shop-${unique++}.example`);
  zone.setTxt(`_dmarc.${name}`, `v=DMARC1; p=reject; rua=mailto:d-${token}@${reportDomain}`);
  await check();
  const known = await metadata.watch.readLastCheck(organizationId, id);
  const options = { metadata, logger, metrics: createMetrics(), reportDomain, dnsEveryMs: 1, domainsAtOnce: 1 };
  now = new Date(now.getTime() + DAY_MS);
  await createDnsRound({ ...options, dns: createDns(), now: () => now })(never);
  expect(await metadata.watch.readLastCheck(organizationId, id)).toEqual(known);
  expect(await read(id)).toMatchObject({ dmarcPolicy: "reject", dnsState: "ok" });
});
