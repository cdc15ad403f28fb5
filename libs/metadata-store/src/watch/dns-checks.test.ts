import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { MetadataStore } from "../metadata-store.ts";
import { executeSql, startMetadataStore } from "../testing/index.ts";
import { type DnsCheck, UNPROVEN_DAYS_MAX } from "./dns-checks.ts";
import { DNS_HISTORY_MAX, type NewDnsHistoryEntry } from "./dns-history.ts";

const DAY_MS = 86_400_000;
const start = new Date("2026-03-01T08:00:00Z");

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let organizationId: string;
let domainId: string;
let unique = 0;

beforeAll(async () => {
  running = await startMetadataStore();
  store = running.store;
});

afterAll(() => running.stop());

beforeEach(async () => {
  organizationId = (await store.tenants.createOrganization({ name: "Example", plan: "free" })).id;
  domainId = await addProven();
});

const daysLater = (days: number) => new Date(start.getTime() + days * DAY_MS);

function toEvent(id: string, about = domainId) {
  const body = Buffer.from("{}");
  return { id, type: "domain.dns_changed", organizationId, domainId: about, createdAt: start, body };
}

/** A domain verified by DNS. */
async function addProven(): Promise<string> {
  const domain = await store.domains.createDomain(organizationId, `domain-${unique++}.example`);
  if (domain === null) throw new Error("nothing was created");
  const event = { ...toEvent(`evt_proven${unique}`, domain.id), type: "domain.verified" };
  await store.domains.verifyDomain(organizationId, { domainId: domain.id, verifiedAt: start, policy: null, event });
  return domain.id;
}

async function addVouched(): Promise<string> {
  const { verified } = await store.domains.saveVerifiedDomains(organizationId, [`domain-${unique++}.example`]);
  return verified[0]?.domainId ?? expect.fail("nothing was saved");
}

const check = (changes: Partial<DnsCheck> = {}, about = domainId) =>
  store.watch.saveDnsCheck(organizationId, {
    domainId: about,
    checkedAt: start,
    nextCheckAt: new Date(start.getTime() + 3_600_000),
    isProven: null,
    records: [],
    compare: () => [],
    ...changes,
  });

function toEntry(newValue: string | null, changes: Partial<NewDnsHistoryEntry> = {}): NewDnsHistoryEntry {
  const facts = { record: "dmarc", host: "_dmarc.example", oldValue: null, differences: [], checkedAt: start } as const;
  return { ...facts, newValue, event: null, ...changes };
}

const readStatus = async (id = domainId) => (await store.domains.readDomain(organizationId, id))?.status;
const listDue = async (now: Date) =>
  (await store.watch.listDomainsToCheck({ now, limit: 1000 })).map(({ domain }) => domain.id);
const countEvents = async () =>
  (await executeSql(running.url, `SELECT 1 FROM events WHERE domain_id = '${domainId}' AND type LIKE '%dns%'`)).length;

test("a change is saved with its event, and the next check is compared with it", async () => {
  await check({ compare: () => [toEntry("old")] });
  const event = toEvent(`evt_change${unique}`);
  const change = toEntry("new", { oldValue: "old", differences: ["it is new"], event });
  await check({ compare: () => [change] });
  const known: unknown[] = [];
  await check({
    compare(records) {
      known.push(...records);
      return [];
    },
  });
  expect(known).toEqual([{ record: "dmarc", host: "_dmarc.example", value: "new" }]);
  const { items, total } = await store.watch.listDnsHistory(organizationId, { domainId, page: 1, perPage: 1 });
  const { event: _event, ...saved } = change;
  expect([items, total, await countEvents()]).toEqual([[saved], 2, 1]);
});

test("a change and its event are saved together or not at all", async () => {
  const event = toEvent(`evt_never${unique}`);
  const tooLong = toEntry("x", { event, host: "x".repeat(601) });
  await expect(check({ compare: () => [toEntry("y", { record: "mta_sts", event }), tooLong] })).rejects.toThrow();
  expect([
    (await store.watch.listDnsHistory(organizationId, { domainId, page: 1, perPage: 9 })).total,
    await countEvents(),
  ]).toEqual([0, 0]);
});

test("only the newest entries of each record are kept", async () => {
  await check({ compare: () => [toEntry("other", { record: "mta_sts" })] });
  const compare = () => Array.from({ length: DNS_HISTORY_MAX + 20 }, (_, index) => toEntry(`value ${index}`));
  await check({ compare });
  const { items, total } = await store.watch.listDnsHistory(organizationId, { domainId, page: 1, perPage: 1 });
  expect([items[0]?.newValue, total]).toEqual([`value ${DNS_HISTORY_MAX + 19}`, DNS_HISTORY_MAX + 1]);
});

test("another organization can neither read nor write the history", async () => {
  await check({ compare: () => [toEntry("value")] });
  const otherOrganization = (await store.tenants.createOrganization({ name: "Other", plan: "free" })).id;
  expect((await store.watch.listDnsHistory(otherOrganization, { domainId, page: 1, perPage: 9 })).total).toBe(0);
  const compare = () => [toEntry("forged")];
  const facts = { domainId, checkedAt: start, nextCheckAt: start, isProven: null, records: [], compare };
  expect(await store.watch.saveDnsCheck(otherOrganization, facts)).toBeNull();
});

test("nothing is saved for a domain that is being deleted, and nothing is left of a deleted one", async () => {
  await check({ compare: () => [toEntry("value")] });
  await store.domains.beginDeletion(organizationId, domainId);
  expect(await check({ compare: () => [toEntry("late")] })).toBeNull();
  expect((await store.watch.listDnsHistory(organizationId, { domainId, page: 1, perPage: 9 })).total).toBe(0);
  await store.domains.deleteDomainData([{ organizationId, domainId }]);
  await store.domains.finishDeletions([{ organizationId, domainId }]);
  for (const table of ["dns_history", "domain_watches", "events"]) {
    expect(await executeSql(running.url, `SELECT 1 FROM ${table} WHERE domain_id = '${domainId}'`)).toEqual([]);
  }
});

test("the published policy is saved; it stays when DNS does not answer", async () => {
  await check({ policy: "quarantine" });
  await check({ checkedAt: daysLater(1) });
  expect(await store.domains.readDomain(organizationId, domainId)).toMatchObject({
    dmarcPolicy: "quarantine",
    dmarcCheckedAt: start,
  });
});

test(`a claim fails when it was unproven on ${UNPROVEN_DAYS_MAX} different days, however often it was checked`, async () => {
  for (let day = 0; day < UNPROVEN_DAYS_MAX - 1; day += 1) {
    for (let count = 0; count < 5; count += 1) await check({ checkedAt: daysLater(day), isProven: false });
  }
  expect(await readStatus()).toBe("verified");
  const saved = await check({ checkedAt: daysLater(UNPROVEN_DAYS_MAX - 1), isProven: false });
  expect([saved?.isFailed, await readStatus()]).toEqual([true, "failed"]);
});

test("days on which DNS did not answer do not count", async () => {
  for (let day = 0; day < 3 * UNPROVEN_DAYS_MAX; day += 1) await check({ checkedAt: daysLater(day), isProven: null });
  expect(await readStatus()).toBe("verified");
});

test("a success resets the days before it, and so does a new verification", async () => {
  const days = (from: number, count: number) => Array.from({ length: count }, (_, index) => daysLater(from + index));
  for (const checkedAt of days(0, UNPROVEN_DAYS_MAX - 1)) await check({ checkedAt, isProven: false });
  await check({ checkedAt: daysLater(6), isProven: true });
  for (const checkedAt of days(7, UNPROVEN_DAYS_MAX - 1)) await check({ checkedAt, isProven: false });
  expect(await readStatus()).toBe("verified");
  await check({ checkedAt: daysLater(20), isProven: false });
  expect(await readStatus()).toBe("failed");
  const again = { domainId, verifiedAt: daysLater(21), policy: null, event: toEvent(`evt_again${unique}`) };
  await store.domains.verifyDomain(organizationId, again);
  await check({ checkedAt: daysLater(22), isProven: false });
  expect(await readStatus()).toBe("verified");
});

test("a claim that the operator vouches for never fails, even one that DNS had proven before", async () => {
  const vouched = await addVouched();
  const name = (await store.domains.readDomain(organizationId, domainId))?.name ?? "";
  await store.domains.saveVerifiedDomains(organizationId, [name]);
  for (const id of [vouched, domainId]) {
    for (let day = 0; day < 2 * UNPROVEN_DAYS_MAX; day += 1)
      await check({ checkedAt: daysLater(day), isProven: false }, id);
    expect(await readStatus(id)).toBe("verified");
  }
});

test("a domain is due at once the first time, then at its next check", async () => {
  expect(await listDue(start)).toContain(domainId);
  await check({ nextCheckAt: daysLater(1) });
  expect(await listDue(new Date(daysLater(1).getTime() - 1))).not.toContain(domainId);
  expect(await listDue(daysLater(1))).toContain(domainId);
});

test("with the DNS watch off a domain is due once a day for its proof, and one the operator vouches for only once", async () => {
  const vouched = await addVouched();
  for (const id of [domainId, vouched]) {
    await store.domains.updateDomainSettings(organizationId, { domainId: id, changes: { dnsWatch: false } });
  }
  const due = await listDue(start);
  expect([due.includes(domainId), due.includes(vouched)]).toEqual([true, true]);
  await check({ isProven: true, nextCheckAt: start });
  await check({ nextCheckAt: start }, vouched);
  expect(await listDue(daysLater(30))).not.toContain(vouched);
  expect(await listDue(new Date("2026-03-01T23:59:59Z"))).not.toContain(domainId);
  expect(await listDue(new Date("2026-03-02T00:00:00Z"))).toContain(domainId);
});

test("only one process at a time does a task; other tasks run beside it", async () => {
  const ran: string[] = [];
  const first = await store.watch.withWatchLock("dns", async () => {
    expect(await store.watch.withWatchLock("dns", async () => void ran.push("second"))).toBe(false);
    expect(await store.watch.withWatchLock("alerts", async () => void ran.push("alerts"))).toBe(true);
  });
  expect([first, ran]).toEqual([true, ["alerts"]]);
  expect(await store.watch.withWatchLock("dns", async () => void ran.push("after"))).toBe(true);
});

test("the last round of a task is known to every process", async () => {
  expect(await store.watch.readLastRound("test")).toBeNull();
  await store.watch.saveRound("test", start);
  await store.watch.saveRound("test", daysLater(1));
  expect(await store.watch.readLastRound("test")).toEqual(daysLater(1));
});
