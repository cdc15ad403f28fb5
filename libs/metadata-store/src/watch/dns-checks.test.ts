import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { MetadataStore } from "../metadata-store.ts";
import { executeSql, startMetadataStore } from "../testing/index.ts";
import { DNS_HISTORY_MAX, type NewDnsHistoryEntry } from "./dns-history.ts";
import { type DnsLook, UNPROVEN_DAYS_MAX } from "./dns-looks.ts";

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

/** A domain that DNS has proven. */
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

const look = (changes: Partial<DnsLook> = {}, about = domainId) =>
  store.watch.saveDnsLook(organizationId, {
    domainId: about,
    lookedAt: start,
    nextLookAt: new Date(start.getTime() + 3_600_000),
    isProven: null,
    compare: () => [],
    ...changes,
  });

function toEntry(newValue: string | null, changes: Partial<NewDnsHistoryEntry> = {}): NewDnsHistoryEntry {
  const facts = { record: "dmarc", host: "_dmarc.example", oldValue: null, differences: [], checkedAt: start } as const;
  return { ...facts, newValue, event: null, ...changes };
}

const readStatus = async (id = domainId) => (await store.domains.readDomain(organizationId, id))?.status;
const listDue = async (now: Date) =>
  (await store.watch.listDomainsToLookAt({ now, limit: 1000 })).map(({ domain }) => domain.id);
const countEvents = async () =>
  (await executeSql(running.url, `SELECT 1 FROM events WHERE domain_id = '${domainId}' AND type LIKE '%dns%'`)).length;

test("a change is kept with its event, and the next look is compared with it", async () => {
  await look({ compare: () => [toEntry("old")] });
  const event = toEvent(`evt_change${unique}`);
  const change = toEntry("new", { oldValue: "old", differences: ["it is new"], event });
  await look({ compare: () => [change] });
  const known: unknown[] = [];
  await look({
    compare(records) {
      known.push(...records);
      return [];
    },
  });
  expect(known).toEqual([{ record: "dmarc", host: "_dmarc.example", value: "new" }]);
  const { items, total } = await store.watch.listDnsHistory(organizationId, { domainId, page: 1, perPage: 1 });
  const { event: _event, ...kept } = change;
  expect([items, total, await countEvents()]).toEqual([[kept], 2, 1]);
});

test("without the event there is no change, and without the change no event", async () => {
  const event = toEvent(`evt_never${unique}`);
  const tooLong = toEntry("x", { event, host: "x".repeat(601) });
  await expect(look({ compare: () => [toEntry("y", { record: "mta_sts", event }), tooLong] })).rejects.toThrow();
  expect([
    (await store.watch.listDnsHistory(organizationId, { domainId, page: 1, perPage: 9 })).total,
    await countEvents(),
  ]).toEqual([0, 0]);
});

test("of each record the newest entries are kept, and no more", async () => {
  await look({ compare: () => [toEntry("other", { record: "mta_sts" })] });
  const compare = () => Array.from({ length: DNS_HISTORY_MAX + 20 }, (_, index) => toEntry(`value ${index}`));
  await look({ compare });
  const { items, total } = await store.watch.listDnsHistory(organizationId, { domainId, page: 1, perPage: 1 });
  expect([items[0]?.newValue, total]).toEqual([`value ${DNS_HISTORY_MAX + 19}`, DNS_HISTORY_MAX + 1]);
});

test("another organization sees no history, and cannot write one", async () => {
  await look({ compare: () => [toEntry("value")] });
  const stranger = (await store.tenants.createOrganization({ name: "Stranger", plan: "free" })).id;
  expect((await store.watch.listDnsHistory(stranger, { domainId, page: 1, perPage: 9 })).total).toBe(0);
  const compare = () => [toEntry("forged")];
  const facts = { domainId, lookedAt: start, nextLookAt: start, isProven: null, compare };
  expect(await store.watch.saveDnsLook(stranger, facts)).toBeNull();
});

test("nothing is kept of a domain that is being deleted, and nothing stays of one that was", async () => {
  await look({ compare: () => [toEntry("value")] });
  await store.domains.beginDeletion(organizationId, domainId);
  expect(await look({ compare: () => [toEntry("late")] })).toBeNull();
  expect((await store.watch.listDnsHistory(organizationId, { domainId, page: 1, perPage: 9 })).total).toBe(0);
  await store.domains.deleteDomainData([{ organizationId, domainId }]);
  await store.domains.finishDeletions([{ organizationId, domainId }]);
  for (const table of ["dns_history", "domain_watches", "events"]) {
    expect(await executeSql(running.url, `SELECT 1 FROM ${table} WHERE domain_id = '${domainId}'`)).toEqual([]);
  }
});

test("the policy that was seen is kept; DNS that did not answer leaves it as it was", async () => {
  await look({ policy: "quarantine" });
  await look({ lookedAt: daysLater(1) });
  expect(await store.domains.readDomain(organizationId, domainId)).toMatchObject({
    dmarcPolicy: "quarantine",
    dmarcCheckedAt: start,
  });
});

test(`a claim fails when it was unproven on ${UNPROVEN_DAYS_MAX} different days, however often it was looked at`, async () => {
  for (let day = 0; day < UNPROVEN_DAYS_MAX - 1; day += 1) {
    for (let count = 0; count < 5; count += 1) await look({ lookedAt: daysLater(day), isProven: false });
  }
  expect(await readStatus()).toBe("verified");
  const saved = await look({ lookedAt: daysLater(UNPROVEN_DAYS_MAX - 1), isProven: false });
  expect([saved?.isFailed, await readStatus()]).toEqual([true, "failed"]);
});

test("days on which DNS did not answer do not count", async () => {
  for (let day = 0; day < 3 * UNPROVEN_DAYS_MAX; day += 1) await look({ lookedAt: daysLater(day), isProven: null });
  expect(await readStatus()).toBe("verified");
});

test("a success forgets the days before it, and a claim that is proven again begins anew", async () => {
  const days = (from: number, count: number) => Array.from({ length: count }, (_, index) => daysLater(from + index));
  for (const lookedAt of days(0, UNPROVEN_DAYS_MAX - 1)) await look({ lookedAt, isProven: false });
  await look({ lookedAt: daysLater(6), isProven: true });
  for (const lookedAt of days(7, UNPROVEN_DAYS_MAX - 1)) await look({ lookedAt, isProven: false });
  expect(await readStatus()).toBe("verified");
  await look({ lookedAt: daysLater(20), isProven: false });
  expect(await readStatus()).toBe("failed");
  const again = { domainId, verifiedAt: daysLater(21), policy: null, event: toEvent(`evt_again${unique}`) };
  await store.domains.verifyDomain(organizationId, again);
  await look({ lookedAt: daysLater(22), isProven: false });
  expect(await readStatus()).toBe("verified");
});

test("a claim that the operator has vouched for never fails, also one that DNS had proven before", async () => {
  const vouched = await addVouched();
  const name = (await store.domains.readDomain(organizationId, domainId))?.name ?? "";
  await store.domains.saveVerifiedDomains(organizationId, [name]);
  for (const id of [vouched, domainId]) {
    for (let day = 0; day < 2 * UNPROVEN_DAYS_MAX; day += 1)
      await look({ lookedAt: daysLater(day), isProven: false }, id);
    expect(await readStatus(id)).toBe("verified");
  }
});

test("a domain is due at first, and then when its time has come", async () => {
  expect(await listDue(start)).toContain(domainId);
  await look({ nextLookAt: daysLater(1) });
  expect(await listDue(new Date(daysLater(1).getTime() - 1))).not.toContain(domainId);
  expect(await listDue(daysLater(1))).toContain(domainId);
});

test("with the DNS watch off a domain is due once a day for its proof, and a vouched one never", async () => {
  const vouched = await addVouched();
  for (const id of [domainId, vouched]) {
    await store.domains.updateDomainSettings(organizationId, { domainId: id, changes: { dnsWatch: false } });
  }
  const due = await listDue(start);
  expect([due.includes(domainId), due.includes(vouched)]).toEqual([true, false]);
  await look({ isProven: true, nextLookAt: start });
  expect(await listDue(new Date("2026-03-01T23:59:59Z"))).not.toContain(domainId);
  expect(await listDue(new Date("2026-03-02T00:00:00Z"))).toContain(domainId);
});

test("one process at a time is at a task; another task goes on beside it", async () => {
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
