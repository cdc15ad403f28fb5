import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@ruaflow/postgres";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MetadataStore } from "../../metadata-store.ts";
import { aClaim } from "../../testing/a-claim.ts";
import { executeSql, startMetadataStore } from "../../testing/index.ts";
import { type DaySums, type DaysSource, type DomainDay, removeDays } from "./report-days.ts";

const everything = { startDate: "1970-01-01", endDate: "2149-06-06" };
const days = ["2026-01-01", "2026-01-02", "2026-02-01"];

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let database: Database;

beforeAll(async () => {
  running = await startMetadataStore();
  store = running.store;
  database = openDatabase(running.url, 2);
});

afterAll(async () => {
  await database.close();
  await running.stop();
});

/** An organization with `domains` verified domains. */
async function addOrganization(domains = 2) {
  const { id: organizationId } = await store.tenants.createOrganization({ name: "Example", plan: "free" });
  const names = Array.from({ length: domains }, () => `${randomUUID()}.example`);
  const { verified } = await store.domains.saveVerifiedDomains(organizationId, names);
  return { organizationId, domainIds: verified.map(({ domainId }) => domainId) };
}

function toDay(owner: { organizationId: string; domainId: string }, facts: Partial<DomainDay> = {}): DomainDay {
  const sums = { authentic: true, reports: 1, messages: 10, passed: 7, spfPassed: 5, dkimPassed: 3 };
  return { ...owner, day: "2026-01-01", ...sums, ...facts };
}

/** Claims and completes a report for each day, in one batch; the batch may be completed again. */
async function storeReports(counted: readonly DomainDay[]) {
  const { claims, complete } = await claimDays(counted);
  await complete();
  return { claims, complete };
}

/** Claims a report for each day, in one batch that is not yet completed. */
async function claimDays(counted: readonly DomainDay[]) {
  const claims = counted.map(toClaim);
  const { attempt } = await store.reports.claimReports(claims);
  const completions = claims.map(({ reportKey, ...claim }, index) => {
    const arrival = { ...claim, outcome: "stored" as const, reason: null, detail: null, path: null };
    const times = { begin: new Date(), end: new Date(), receivedAt: new Date() };
    const listed = {
      reportId: claim.reportId,
      reporter: "google.com",
      ...times,
      trust: "upload",
      trustReason: null,
    } as const;
    return { reportKey, arrival, counted: counted[index] ?? expect.fail("no day"), listed };
  });
  return { claims, complete: () => store.reports.completeReports(attempt, { completions, arrivals: [] }) };
}

const toClaim = ({ organizationId, domainId, day, messages }: DomainDay) =>
  aClaim({ organizationId, domainId, day, expectedMessages: Math.min(messages, 1000) });

/** The sums of the days, recomputed without SQL. */
function recount(counted: readonly DomainDay[]): DaySums[] {
  const groups = [...Map.groupBy(counted, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.map(([day, group]) => {
    const sum = (field: Exclude<keyof DaySums, "day">) => group.reduce((total, one) => total + one[field], 0);
    const [reports, messages, passed] = [sum("reports"), sum("messages"), sum("passed")];
    return { day, reports, messages, passed, spfPassed: sum("spfPassed"), dkimPassed: sum("dkimPassed") };
  });
}

const read = (organizationId: string, filter: object = {}) =>
  store.reports.readReportDays(organizationId, { ...everything, ...filter });

test("the sums of every filter equal a recount, however the reports were batched", async () => {
  const { organizationId, domainIds } = await addOrganization(3);
  const twin = await addOrganization(1);
  const dayArbitrary = fc.record({
    domain: fc.nat({ max: 2 }),
    day: fc.constantFrom(...days),
    messages: fc.nat({ max: 100 }),
    passed: fc.nat({ max: 100 }),
  });
  const all: DomainDay[] = [];
  await storeReports([toDay({ organizationId: twin.organizationId, domainId: twin.domainIds[0] ?? "" })]);
  const batches = fc.array(dayArbitrary, { minLength: 1, maxLength: 12 });
  const property = fc.asyncProperty(batches, fc.subarray([0, 1, 2]), async (batch, asked) => {
    const counted = batch.map(({ domain, ...facts }) =>
      toDay({ organizationId, domainId: domainIds[domain] ?? "" }, facts),
    );
    await storeReports(counted);
    all.push(...counted);
    expect(await read(organizationId)).toEqual(recount(all));
    const chosen = asked.map((index) => domainIds[index] ?? "");
    const ofChosen = all.filter(({ domainId }) => chosen.includes(domainId));
    expect(await read(organizationId, { domainIds: chosen })).toEqual(recount(ofChosen));
    const january = { startDate: "2026-01-01", endDate: "2026-01-31" };
    const ofJanuary = ofChosen.filter(({ day }) => day < "2026-02-01");
    expect(await read(organizationId, { ...january, domainIds: chosen })).toEqual(recount(ofJanuary));
  });
  await fc.assert(property, { numRuns: 20 });
});

test("a report counts once, however often its T2 is repeated or taken over", async () => {
  const { organizationId, domainIds } = await addOrganization(1);
  const day = toDay({ organizationId, domainId: domainIds[0] ?? "" });
  const { claims, complete } = await storeReports([day]);
  await complete();
  await store.reports.claimReports(claims);
  await complete();
  expect(await read(organizationId)).toEqual(recount([day]));
});

test("concurrent writers of the same days lose nothing and do not deadlock", async () => {
  const { organizationId, domainIds } = await addOrganization(2);
  const batches = Array.from({ length: 12 }, (_, index) => {
    const counted = days.flatMap((day) => domainIds.map((domainId) => toDay({ organizationId, domainId }, { day })));
    return index % 2 === 0 ? counted : counted.reverse();
  });
  const removing = removeDays(database, organizationId, ["dom_other"]);
  await Promise.all([removing, ...batches.map(storeReports)]);
  expect(await read(organizationId)).toEqual(recount(batches.flat()));
});

test("sums beyond 64-bit integers do not make a report fail", async () => {
  const { organizationId, domainIds } = await addOrganization(1);
  const owner = { organizationId, domainId: domainIds[0] ?? "" };
  const forged = toDay(owner, { messages: 2 ** 53 - 1 });
  await storeReports(Array.from({ length: 2000 }, () => forged));
  expect((await read(organizationId))[0]?.messages).toBeGreaterThan(2 ** 63);
});

test("removed days disappear from their domain and their organization, and others stay", async () => {
  const { organizationId, domainIds } = await addOrganization(2);
  const [domainId = "", other = ""] = domainIds;
  const ofDomain = days.map((day) => toDay({ organizationId, domainId }, { day }));
  const ofOther = [toDay({ organizationId, domainId: other })];
  await storeReports([...ofDomain, ...ofOther]);
  await removeDays(database, organizationId, [domainId]);
  expect(await read(organizationId)).toEqual(recount(ofOther));
  const left = await executeSql(running.url, `SELECT 1 FROM report_days WHERE domain_id = '${domainId}'`);
  expect(left).toEqual([]);
});

const toManyDays = (owner: { organizationId: string; domainId: string }) =>
  Array.from({ length: 2500 }, (_, index) =>
    toDay(owner, { day: new Date(index * 86_400_000).toISOString().slice(0, 10) }),
  );

test("more days than one step takes are removed too", async () => {
  const { organizationId, domainIds } = await addOrganization(1);
  await storeReports(toManyDays({ organizationId, domainId: domainIds[0] ?? "" }));
  await removeDays(database, organizationId, domainIds);
  expect(await read(organizationId)).toEqual([]);
});

test("all days of a domain are gone from both sums once its deletion has begun", async () => {
  const { organizationId, domainIds } = await addOrganization(2);
  const [domainId = "", other = ""] = domainIds;
  const ofOther = [toDay({ organizationId, domainId: other })];
  await storeReports([...toManyDays({ organizationId, domainId }), ...ofOther]);
  expect(await store.domains.beginDeletion(organizationId, domainId)).toBe("begun");
  expect(await read(organizationId)).toEqual(recount(ofOther));
  expect(await read(organizationId, { domainIds: [domainId] })).toEqual([]);
});

test("a report whose storing races with its domain's deletion is counted nowhere afterwards", async () => {
  const { organizationId, domainIds } = await addOrganization(25);
  const claimed = await Promise.all(domainIds.map((domainId) => claimDays([toDay({ organizationId, domainId })])));
  const both = claimed.flatMap(({ complete }, index) => [
    complete(),
    store.domains.beginDeletion(organizationId, domainIds[index] ?? ""),
  ]);
  await Promise.all(both);
  expect(await read(organizationId)).toEqual([]);
  expect(await read(organizationId, { domainIds })).toEqual([]);
});

test("a report whose domain was deleted since it was claimed is dropped, and need not be claimed again", async () => {
  const { organizationId, domainIds } = await addOrganization(1);
  const day = toDay({ organizationId, domainId: domainIds[0] ?? "" });
  const { claims, complete } = await claimDays([day]);
  await store.domains.beginDeletion(organizationId, day.domainId);
  expect(await complete()).toEqual({ finished: [], taken: [] });
  const arrivals = await store.intake.readArrivals(claims.map(({ submissionId }) => submissionId));
  expect(arrivals).toMatchObject([{ outcome: "dropped", reason: "domain-gone", domainId: day.domainId }]);
});

test("reports stored before the sums existed are filled in once; pending reports are left to their writer", async () => {
  const { organizationId, domainIds } = await addOrganization(1);
  const day = toDay({ organizationId, domainId: domainIds[0] ?? "" });
  await storeReports([day]);
  const pending = toClaim(day);
  await store.reports.claimReports([pending]);
  await executeSql(running.url, "DELETE FROM report_days");
  await executeSql(running.url, "INSERT INTO report_days_due VALUES (true)");
  const asked: (readonly string[])[] = [];
  const readDays: DaysSource = async (domains, except) => {
    if (!domains.some(({ domainId }) => domainId === day.domainId)) return [];
    asked.push(except);
    return [{ ...day, reports: 0 }, toDay(day, { messages: 0, passed: 0, spfPassed: 0, dkimPassed: 0 })];
  };
  await Promise.all([store.reports.fillReportDays(readDays), store.reports.fillReportDays(readDays)]);
  expect(asked).toEqual([[pending.reportId]]);
  expect(await read(organizationId)).toEqual(recount([day]));
});

test("a fill skips a domain that is being deleted", async () => {
  const { organizationId, domainIds } = await addOrganization(1);
  const day = toDay({ organizationId, domainId: domainIds[0] ?? "" });
  await storeReports([day]);
  await store.domains.beginDeletion(organizationId, day.domainId);
  await executeSql(running.url, "INSERT INTO report_days_due VALUES (true)");
  await store.reports.fillReportDays(async (domains) =>
    domains.some(({ domainId }) => domainId === day.domainId) ? [day] : [],
  );
  expect(await read(organizationId)).toEqual([]);
});

test("an interrupted fill starts again", async () => {
  const { organizationId, domainIds } = await addOrganization(1);
  const day = toDay({ organizationId, domainId: domainIds[0] ?? "" });
  await executeSql(running.url, "INSERT INTO report_days_due VALUES (true)");
  await addOrganization(60);
  let asked = 0;
  const breakOff: DaysSource = async () => {
    if (asked++ === 0) return [day];
    throw new Error("ClickHouse is gone");
  };
  await expect(store.reports.fillReportDays(breakOff)).rejects.toThrow("ClickHouse is gone");
  expect(await read(organizationId)).toEqual([]);
  await store.reports.fillReportDays(async (domains) =>
    domains.some(({ domainId }) => domainId === day.domainId) ? [day] : [],
  );
  expect(await read(organizationId)).toEqual(recount([day]));
});
