import { setTimeout as sleep } from "node:timers/promises";
import { createDns, type Dns } from "@ruaflow/dns";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Domain } from "@ruaflow/metadata-store/domains";
import { executeSql, startMetadataStore } from "@ruaflow/metadata-store/testing";
import { UNPROVEN_DAYS_MAX } from "@ruaflow/metadata-store/watch";
import { OutageError } from "@ruaflow/runtime/errors";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDnsRound, observeDnsChecks } from "./dns-round.ts";

const reportDomain = "reports.ruaflow.example";
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const never = new AbortController().signal;

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let metadata: MetadataStore;
let zone: TestDnsServer;
let now: Date;
let organizationId: string;
let domain: Domain;
let metrics: ReturnType<typeof createMetrics>;
let round: ReturnType<typeof createDnsRound>;
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
  await executeSql(running.url, "DELETE FROM domains");
  await executeSql(running.url, "DELETE FROM events");
  now = new Date("2026-03-01T08:00:00Z");
  organizationId = (await metadata.tenants.createOrganization({ name: "Example", plan: "free" })).id;
  domain = await addProven();
  round = createRound();
});

function createRound(dns: Dns = createDns({ servers: [zone.address], timeoutMs: 200 }), store = metadata) {
  metrics = createMetrics();
  const logger = createLogger({ app: "test", level: "silent" });
  const options = { metadata: store, dns, reportDomain, logger, metrics, dnsEveryMs: EVERY_MS, domainsAtOnce: 4 };
  return createDnsRound({ ...options, now: () => now });
}

/** A domain that DNS has proven and still proves. */
async function addProven(): Promise<Domain> {
  const created = await metadata.domains.createDomain(organizationId, `domain-${unique++}.example`);
  if (created === null) throw new Error("nothing was created");
  const facts = { organizationId, domainId: created.id, createdAt: now };
  const event = { ...facts, id: `evt_proven${unique}`, type: "domain.verified", body: Buffer.from("{}") };
  await metadata.domains.verifyDomain(organizationId, { domainId: created.id, verifiedAt: now, policy: null, event });
  zone.setTxt(`_dmarc.${created.name}`, "v=DMARC1; p=none; rua=mailto:a@example.com");
  zone.setTxt(`_ruaflow-verification.${created.name}`, created.verificationToken);
  return created;
}

/** Runs a round at a time when all domains are due. */
async function runRound(): Promise<void> {
  now = new Date(now.getTime() + 2 * EVERY_MS);
  await round(never);
}

const listHistory = async () =>
  (await metadata.watch.listDnsHistory(organizationId, { domainId: domain.id, page: 1, perPage: 100 })).items;
const readStatus = async () => (await metadata.domains.readDomain(organizationId, domain.id))?.status;

interface EventBody {
  readonly id: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function listEvents(): Promise<EventBody[]> {
  const sql = `SELECT convert_from(body, 'UTF8') AS body FROM events WHERE type = 'domain.dns_changed' ORDER BY sequence`;
  return (await executeSql(running.url, sql)).map(({ body }) => JSON.parse(String(body)));
}

test("the first check saves the records that exist, without an event; the next one finds nothing new", async () => {
  await runRound();
  await runRound();
  expect((await listHistory()).map(({ record, newValue, differences }) => [record, newValue, differences])).toEqual(
    expect.arrayContaining([
      ["dmarc", "v=DMARC1; p=none; rua=mailto:a@example.com", []],
      ["verification", domain.verificationToken, []],
    ]),
  );
  expect([(await listHistory()).length, await listEvents()]).toEqual([2, []]);
});

test("a change is one event with the old value, the new value and the difference in words", async () => {
  await runRound();
  zone.setTxt(`_dmarc.${domain.name}`, "v=DMARC1; p=reject");
  await runRound();
  await runRound();
  const [event, ...others] = await listEvents();
  expect(others).toEqual([]);
  expect(event?.data).toEqual({
    domain_id: domain.id,
    domain: domain.name,
    client_reference: null,
    record: "dmarc",
    host: `_dmarc.${domain.name}`,
    old: "v=DMARC1; p=none; rua=mailto:a@example.com",
    new: "v=DMARC1; p=reject",
    differences: ["p: none → reject", "rua removed"],
    checked_at: event?.created_at,
  });
  expect((await listHistory())[0]).toMatchObject({ record: "dmarc", differences: ["p: none → reject", "rua removed"] });
  expect(await metadata.domains.readDomain(organizationId, domain.id)).toMatchObject({ dmarcPolicy: "reject" });
  expect(await metrics.render()).toContain('ruaflow_watcher_dns_changes_total{record="dmarc"} 1');
});

test("adding and removing a record are one event each", async () => {
  await runRound();
  zone.setTxt(`_mta-sts.${domain.name}`, "v=STSv1; id=1");
  await runRound();
  zone.remove(`_mta-sts.${domain.name}`);
  await runRound();
  expect((await listEvents()).map(({ data }) => [data.record, data.old, data.new, data.differences])).toEqual([
    ["mta_sts", null, "v=STSv1; id=1", ["record added"]],
    ["mta_sts", "v=STSv1; id=1", null, ["record removed"]],
  ]);
});

test.for(["servfail", "silence"] as const)(
  "a failed lookup (%s) is not a change, and the next result is compared with the last known one",
  async (how) => {
    await runRound();
    const before = await listHistory();
    zone.fail(`_dmarc.${domain.name}`, how);
    zone.fail(`_ruaflow-verification.${domain.name}`, how);
    await runRound();
    expect([await listHistory(), await listEvents()]).toEqual([before, []]);
    expect(await metrics.render()).toContain('ruaflow_watcher_dns_failures_total{record="dmarc"} 1');
    expect(await metadata.domains.readDomain(organizationId, domain.id)).toMatchObject({ dmarcPolicy: "none" });
    zone.setTxt(`_dmarc.${domain.name}`, "v=DMARC1; p=none; rua=mailto:a@example.com");
    await runRound();
    expect(await listEvents()).toEqual([]);
  },
);

test("the history has no row without a change: order, absence, failures, more texts than are read, another process", async () => {
  const texts = Array.from({ length: 60 }, (_, index) => `text ${String(index).padStart(2, "0")}`);
  const token = `_ruaflow-verification.${domain.name}`;
  zone.setTxt(token, ...texts, domain.verificationToken);
  await runRound();
  const history = await listHistory();
  zone.setTxt(token, domain.verificationToken, ...texts.toReversed());
  await runRound();
  for (const how of ["servfail", "silence"] as const) {
    zone.fail(`_mta-sts.${domain.name}`, how);
    await runRound();
    zone.remove(`_mta-sts.${domain.name}`);
    round = createRound();
    await runRound();
  }
  expect([await listHistory(), await listEvents()]).toEqual([history, []]);
  expect(history.map(({ record }) => record).sort()).toEqual(["dmarc", "verification"]);
});

test("a record that appears after a check that found none is a change", async () => {
  await runRound();
  zone.fail(`_mta-sts.${domain.name}`, "servfail");
  await runRound();
  zone.setTxt(`_mta-sts.${domain.name}`, "v=STSv1; id=1");
  await runRound();
  expect((await listEvents()).map(({ data }) => [data.record, data.old, data.new])).toEqual([
    ["mta_sts", null, "v=STSv1; id=1"],
  ]);
});

test("a history of an earlier release is what is known at first", async () => {
  await executeSql(
    running.url,
    `INSERT INTO dns_history (organization_id, domain_id, record, host, new_value, differences, checked_at)
     VALUES ('${organizationId}', '${domain.id}', 'dmarc', '_dmarc.${domain.name}', 'v=DMARC1; p=reject', '{}', now())`,
  );
  await runRound();
  expect((await listEvents()).map(({ data }) => [data.record, data.old])).toEqual([["dmarc", "v=DMARC1; p=reject"]]);
});

test("untrusted records are stored within limits, and finding them again is not a change", async () => {
  const texts = ["a\u0000b", "x".repeat(4000), "\ud83d", "line\nbreak", "'; DROP TABLE domains; --"];
  zone.setTxt(`_ruaflow-verification.${domain.name}`, ...texts);
  await runRound();
  await runRound();
  zone.setTxt(
    `_dmarc.${domain.name}`,
    `v=DMARC1; p=none; ${Array.from({ length: 90 }, (_, i) => `t${i}=${"y".repeat(30)}`).join(";")}`,
  );
  await runRound();
  await runRound();
  const [event, ...others] = await listEvents();
  expect(others).toEqual([]);
  expect(JSON.stringify(event).length).toBeLessThan(20_000);
  for (const { newValue } of await listHistory()) expect(newValue?.length ?? 0).toBeLessThanOrEqual(2048);
});

test("with the watch off no history is saved, and the proof is checked once a day", async () => {
  await metadata.domains.updateDomainSettings(organizationId, { domainId: domain.id, changes: { dnsWatch: false } });
  await runRound();
  const asked = zone.asked.length;
  await runRound();
  expect([await listHistory(), zone.asked.length]).toEqual([[], asked]);
  now = new Date(now.getTime() + DAY_MS);
  await runRound();
  expect(zone.asked.length).toBeGreaterThan(asked);
});

test("a claim fails after seven days without proof, not counting days on which DNS failed", async () => {
  const days = async (count: number) => {
    for (let day = 0; day < count; day += 1) {
      now = new Date(Math.ceil(now.getTime() / DAY_MS) * DAY_MS);
      await runRound();
      await runRound();
    }
  };
  const token = `_ruaflow-verification.${domain.name}`;
  zone.setTxt(token, "another token");
  await days(UNPROVEN_DAYS_MAX - 1);
  zone.fail(token, "servfail");
  await days(UNPROVEN_DAYS_MAX);
  expect(await readStatus()).toBe("verified");
  zone.setTxt(token, domain.verificationToken);
  await days(1);
  zone.remove(token);
  await days(UNPROVEN_DAYS_MAX - 1);
  expect(await readStatus()).toBe("verified");
  await days(1);
  expect(await readStatus()).toBe("failed");
  const history = await listHistory();
  zone.setTxt(`_dmarc.${domain.name}`, "v=DMARC1; p=reject");
  await runRound();
  expect([await readStatus(), await listHistory()]).toEqual(["failed", history]);
});

test("a domain that the operator vouches for stays verified, whatever DNS says", async () => {
  await metadata.domains.saveVerifiedDomains(organizationId, [domain.name]);
  zone.remove(`_ruaflow-verification.${domain.name}`);
  for (let day = 0; day < 2 * UNPROVEN_DAYS_MAX; day += 1) {
    now = new Date(now.getTime() + DAY_MS);
    await runRound();
  }
  expect(await readStatus()).toBe("verified");
});

test("events of one organization's domain go to that organization only", async () => {
  const other = (await metadata.tenants.createOrganization({ name: "Other", plan: "free" })).id;
  const { verified } = await metadata.domains.saveVerifiedDomains(other, [`other-${unique++}.example`]);
  await runRound();
  zone.setTxt(`_dmarc.${domain.name}`, "v=DMARC1; p=reject");
  await runRound();
  const sql = "SELECT organization_id, domain_id FROM events WHERE type = 'domain.dns_changed'";
  expect(await executeSql(running.url, sql)).toEqual([{ organization_id: organizationId, domain_id: domain.id }]);
  const theirs = { domainId: verified[0]?.domainId ?? "", page: 1, perPage: 100 };
  expect((await metadata.watch.listDnsHistory(other, theirs)).items.every(({ newValue }) => newValue === null)).toBe(
    true,
  );
});

test("only one of several processes checks at a time, and each domain is checked once", async () => {
  for (let count = 0; count < 20; count += 1) await addProven();
  now = new Date(now.getTime() + EVERY_MS);
  const asked = zone.asked.length;
  const others = [round, createRound(), createRound()];
  const underLock = (other: typeof round) => metadata.watch.withWatchLock("dns", async () => void (await other(never)));
  await Promise.all(others.map(underLock));
  const names = zone.asked.slice(asked).filter((name) => name.startsWith("_dmarc."));
  expect([names.length, new Set(names).size]).toEqual([21, 21]);
});

test("a domain whose check cannot be saved does not stop the others, and an outage ends the round", async () => {
  for (let count = 0; count < 10; count += 1) await addProven();
  const failing = (error: Error): MetadataStore => ({
    ...metadata,
    watch: {
      ...metadata.watch,
      saveDnsCheck: (owner, seen) =>
        seen.domainId === domain.id ? Promise.reject(error) : metadata.watch.saveDnsCheck(owner, seen),
    },
  });
  await createRound(undefined, failing(new Error("it does not fit")))(never);
  const due = await metadata.watch.listDomainsToCheck({ now, limit: 100 });
  expect(due.map((watched) => watched.domain.id)).toEqual([domain.id]);
  const down = new OutageError("PostgreSQL", new Error("it is down"));
  await expect(createRound(undefined, failing(down))(never)).rejects.toThrow("it is down");
});

test("a domain that is deleted while it is checked leaves nothing", async () => {
  const slow = await startDnsServer({ answerAfterMs: 100 });
  const dns = createDns({ servers: [slow.address], timeoutMs: 1000 });
  const looking = createRound(dns)(never);
  await sleep(50);
  await metadata.domains.beginDeletion(organizationId, domain.id);
  await metadata.domains.deleteDomainData([{ organizationId: organizationId, domainId: domain.id }]);
  await looking;
  await slow.stop();
  expect(await executeSql(running.url, "SELECT 1 FROM dns_history")).toEqual([]);
});

test("stopping does not wait for slow DNS, and unchecked domains stay due", async () => {
  zone.fail(`_dmarc.${domain.name}`, "silence");
  const stopping = new AbortController();
  const looking = createRound(createDns({ servers: [zone.address], timeoutMs: 5000 }))(stopping.signal);
  const startedAt = performance.now();
  setTimeout(() => stopping.abort(), 100);
  await expect(looking).rejects.toThrow("aborted");
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(await metadata.watch.listDomainsToCheck({ now, limit: 10 })).toHaveLength(1);
});

test("what was found of each record is kept: state, texts and time, also where DNS failed", async () => {
  zone.fail(`_mta-sts.${domain.name}`, "servfail");
  await runRound();
  const last = await metadata.watch.readLastCheck(organizationId, domain.id);
  const token = domain.verificationToken;
  expect(last.map(({ record, state, found, checkedAt }) => [record, state, found, checkedAt]).sort()).toEqual([
    ["dmarc", "different", ["v=DMARC1; p=none; rua=mailto:a@example.com"], now],
    ["mta_sts", "unknown", [], now],
    ["report_authorization", "missing", [], now],
    ["verification", "ok", [token], now],
  ]);
  expect(await metadata.watch.readLastCheck("another organization", domain.id)).toEqual([]);
});

test("a domain that waits for verification is checked, but not verified, without history or events, less and less often", async () => {
  const pending = await metadata.domains.createDomain(organizationId, `pending-${unique++}.example`);
  if (pending === null) throw new Error("nothing was created");
  zone.setTxt(`_dmarc.${pending.name}`, "v=DMARC1; p=reject");
  zone.setTxt(`_ruaflow-verification.${pending.name}`, pending.verificationToken);
  const checks: number[] = [];
  const startedAt = now.getTime();
  for (let minute = 0; minute < 60; minute += 1) {
    const before = zone.asked.filter((name) => name === `_dmarc.${pending.name}`).length;
    await round(never);
    if (zone.asked.filter((name) => name === `_dmarc.${pending.name}`).length > before) checks.push(minute);
    now = new Date(startedAt + (minute + 1) * 60_000);
  }
  expect(checks[0]).toBe(0);
  expect(checks[1]).toBeLessThanOrEqual(2);
  expect(checks.length).toBeGreaterThan(4);
  expect(checks.length).toBeLessThan(20);
  const known = await metadata.domains.readDomain(organizationId, pending.id);
  expect([known?.status, known?.dmarcPolicy]).toEqual(["pending", "reject"]);
  const history = await metadata.watch.listDnsHistory(organizationId, { domainId: pending.id, page: 1, perPage: 9 });
  expect([history.total, await listEvents()]).toEqual([0, []]);
});

test("a domain that was just added, or whose verification was just tried, is checked before all others", async () => {
  for (let count = 0; count < 3; count += 1) await addProven();
  await runRound();
  const waiting = await metadata.domains.createDomain(organizationId, `waiting-${unique++}.example`);
  await round(never);
  now = new Date(now.getTime() + 2 * DAY_MS);
  await metadata.domains.failVerification(organizationId, waiting?.id ?? "");
  const added = await metadata.domains.createDomain(organizationId, `added-${unique++}.example`);
  const due = await metadata.watch.listDomainsToCheck({ now, limit: 2 });
  expect(due.map((watched) => watched.domain.id).sort()).toEqual([waiting?.id, added?.id].sort());
});

test("domains with slow DNS hold up no other, and what is due later in a round is checked in it", async () => {
  const slow = [domain, await addProven(), await addProven()];
  for (let count = 0; count < 240; count += 1) await addProven();
  const released = Promise.withResolvers<void>();
  const isSlow = (name: string) => slow.some((one) => name.endsWith(one.name));
  const asked = new Set<string>();
  const dns: Dns = {
    async lookUpTxt(name) {
      if (isSlow(name)) await released.promise;
      asked.add(name);
      return { kind: "answered", texts: [] };
    },
  };
  // Four at once, of which three wait.
  const looking = createRound(dns)(never);
  await expect
    .poll(() => [...asked].filter((name) => /^_dmarc\.domain-\d+\.example$/.test(name)).length, { timeout: 20_000 })
    .toBe(240);
  released.resolve();
  await looking;
  expect((await metadata.watch.readDnsBacklog(now)).due).toBe(0);
});

test("metrics say how many checks are due, and for how long the oldest has been", async () => {
  await runRound();
  observeDnsChecks(metrics, { metadata, now: () => now });
  expect(await metrics.render()).toContain("ruaflow_watcher_checks_due 0");
  now = new Date(now.getTime() + 3 * EVERY_MS);
  const rendered = await metrics.render();
  expect(rendered).toContain("ruaflow_watcher_checks_due 1");
  expect(Number(/^ruaflow_watcher_checks_due_seconds (.*)$/m.exec(rendered)?.[1])).toBeGreaterThan(1.5 * 3600);
});
