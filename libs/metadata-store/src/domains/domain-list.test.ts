import { afterAll, beforeAll, expect, test } from "vitest";
import { executeSql } from "../testing/index.ts";
import { collect, pauseAt, type ReportFixture, startReportFixture } from "../testing/report-fixture.ts";
import { type ListDomainsOptions, listDomains } from "./domain-list.ts";

const TODAY = "2026-03-31";
const at = (day: string) => new Date(`${day}T12:00:00Z`);

let fixture: ReportFixture;

beforeAll(async () => {
  fixture = await startReportFixture();
});

afterAll(() => fixture.stop());

/** Until every domain has its sums up to a day. */
async function refresh(today = TODAY): Promise<void> {
  for (let after: string | null = ""; after !== null; )
    after = await fixture.store.reports.refreshDomainReports(today, after);
}

type Options = Partial<ListDomainsOptions>;

const list = async (organizationId: string, options: Options = {}) =>
  (await fixture.store.domains.listDomains(organizationId, { page: 1, perPage: 100, today: TODAY, ...options })).items;

/** What is shown of the sums of one domain, in the list that is sorted by them and recomputed from reports and days. */
async function compare(organizationId: string, domainId: string, today = TODAY) {
  const [shown] = await list(organizationId, { today, sort: { by: "pass_rate", descending: false } });
  const sum = (first: string, last: string) =>
    `coalesce(sum(messages) FILTER (WHERE trust <> 'none' AND day BETWEEN date '${today}' - ${first} AND date '${today}' - ${last}), 0)`;
  const [recounted] = await executeSql(
    fixture.url,
    `SELECT ${sum("29", "0")}::float8 AS messages, ${sum("59", "30")}::float8 AS before, max(received_at) FILTER (WHERE trust <> 'none') AS last,
       (max(day) FILTER (WHERE trust <> 'none'))::text AS day FROM stored_reports WHERE domain_id = '${domainId}'`,
  );
  return {
    shown: [shown?.sums.messages, shown?.sumsBefore.messages, shown?.lastReportAt, shown?.latestDay],
    recounted: [recounted?.messages, recounted?.before, recounted?.last, recounted?.day],
  };
}

/** The sums that are kept and those that are read from the days are the same. */
async function expectExact(organizationId: string, domainId: string, today = TODAY): Promise<void> {
  const { shown, recounted } = await compare(organizationId, domainId, today);
  expect(shown).toEqual(recounted);
}

test.for([
  ["before the keeper has been there", false],
  ["kept by the writers since", true],
] as const)("sums and the newest report are exact, %s: also after retention and displacement", async ([, isKept]) => {
  const { organizationId, domainIds } = await fixture.createOrganization();
  const [domainId = ""] = domainIds;
  if (isKept) await refresh();
  const store = (day: string, receivedAt: Date, messages = 10) =>
    fixture.storeReports([{ organizationId, domainId, day, receivedAt, messages, passed: 1 }]);
  await store("2026-03-31", at("2026-03-31"));
  await store("2026-03-02", at("2026-03-03"), 20);
  await store("2026-03-01", at("2026-04-09"), 40);
  await store("2026-01-31", at("2026-02-01"), 80);
  await store("2026-01-30", at("2026-04-10"), 160);
  await store("2026-04-01", at("2026-04-01"), 320);
  await expectExact(organizationId, domainId);
  // The newest reports are about old days: with them the time of the newest report goes back.
  for (const beforeDay of ["2026-01-31", "2026-03-02"]) {
    await fixture.store.reports.removeOldReports(organizationId, { domainIds: [domainId], beforeDay });
    await expectExact(organizationId, domainId);
  }
  const kept = await executeSql(fixture.url, `SELECT 1 FROM domain_reports WHERE domain_id = '${domainId}'`);
  expect(kept).toHaveLength(isKept ? 1 : 0);
});

test.for([
  ["before the keeper has been there", false],
  ["kept by the writers since", true],
] as const)("reports that do not count have sums, a newest day and a time of their own, %s", async ([, isKept]) => {
  const { organizationId, domainIds } = await fixture.createOrganization();
  const [domainId = ""] = domainIds;
  if (isKept) await refresh();
  const facts = { organizationId, domainId, day: TODAY };
  await fixture.storeReports([
    { ...facts, messages: 10, passed: 5, day: "2026-03-20", receivedAt: at("2026-03-21") },
    { ...facts, messages: 30, passed: 30, trust: "none", trustReason: "x", receivedAt: at(TODAY) },
  ]);
  const sums = async (counted: "authentic" | "all" | "none") => (await list(organizationId, { counted }))[0]?.sums;
  expect([await sums("authentic"), await sums("all"), await sums("none")]).toEqual([
    { messages: 10, passed: 5 },
    { messages: 40, passed: 35 },
    { messages: 30, passed: 30 },
  ]);
  const newest = async (counted: "authentic" | "all" | "none") => {
    const [item] = await list(organizationId, { counted });
    return [item?.latestDay, item?.lastReportAt];
  };
  const [proven, unproven] = [
    ["2026-03-20", at("2026-03-21")],
    [TODAY, at(TODAY)],
  ];
  expect([await newest("authentic"), await newest("all"), await newest("none")]).toEqual([proven, unproven, unproven]);
  await fixture.store.reports.removeOldReports(organizationId, { domainIds: [domainId], beforeDay: "2026-03-25" });
  expect([await newest("authentic"), await newest("all")]).toEqual([[null, null], unproven]);
});

test("a new day is exact at once, and the keeper moves the sums on", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization();
  const [domainId = ""] = domainIds;
  await refresh();
  for (const day of ["2026-03-31", "2026-03-02", "2026-01-31"]) {
    await fixture.storeReports([{ organizationId, domainId, day }]);
  }
  await expectExact(organizationId, domainId, "2026-04-01");
  await refresh("2026-04-01");
  await expectExact(organizationId, domainId, "2026-04-01");
  // Another process, whose clock is behind.
  await expectExact(organizationId, domainId);
  await refresh("2026-04-01");
});

test("a report that becomes stored while the keeper sums its domain counts once", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization();
  const [domainId = ""] = domainIds;
  const report = await fixture.claim([{ organizationId, domainId, day: TODAY, receivedAt: at(TODAY) }]);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const paused = pauseAt(fixture.database, { matches: /INSERT INTO stored_reports/, before: false, opened });
  const storing = report.complete(paused.database);
  await paused.reached;
  // The writer holds the domain: it is left for later, and not waited for.
  await refresh();
  open();
  await storing;
  await expectExact(organizationId, domainId);
  await refresh();
  await expectExact(organizationId, domainId);
});

/** Names of domains in the order of the list. */
async function names(organizationId: string, options: Options): Promise<string[]> {
  return (await list(organizationId, options)).map(({ name }) => name.slice(0, 1));
}

async function fillPortfolio() {
  const { store } = fixture;
  const { id: organizationId } = await store.tenants.createOrganization({ name: "MSP", plan: "free" });
  const unique = organizationId.slice(-8);
  const { verified } = await store.domains.saveVerifiedDomains(
    organizationId,
    ["a", "b", "c"].map((letter) => `${letter}.${unique}.example`),
  );
  const [a = "", b = "", c = ""] = verified.map(({ domainId }) => domainId);
  const pending = await store.domains.createDomain(organizationId, `d.${unique}.example`);
  const set = (domainId: string, clientReference: string | null, labels: readonly string[]) =>
    store.domains.updateDomainSettings(organizationId, { domainId, changes: { clientReference, labels } });
  await set(a, "C-2", ["VIP", "eu"]);
  await set(b, "C-1", ["us"]);
  const report = { organizationId, receivedAt: at("2026-03-20") };
  await fixture.storeReports([
    { ...report, domainId: a, day: "2026-03-20", messages: 100, passed: 90 },
    { ...report, domainId: a, day: "2026-02-20", messages: 100, passed: 50 },
    { ...report, domainId: b, day: "2026-03-10", messages: 300, passed: 299, receivedAt: at("2026-03-11") },
    { ...report, domainId: b, day: "2026-02-10", messages: 10, passed: 10, receivedAt: at("2026-02-11") },
  ]);
  await executeSql(fixture.url, `UPDATE domains SET dmarc_policy = 'reject' WHERE id = '${b}'`);
  await executeSql(
    fixture.url,
    `UPDATE domains SET verified_at = '2026-03-01' WHERE organization_id = '${organizationId}' AND verified_at IS NOT NULL`,
  );
  return { organizationId, a, b, c, d: pending?.id ?? "" };
}

test("the list is sorted by what is known, domains without a value last", async () => {
  const { organizationId, a, b } = await fillPortfolio();
  const alert = { rule: "pass_rate", sourceIp: null, summary: "x", value: 1, threshold: 2 } as const;
  const body = Buffer.from("{}");
  const event = { id: `evt_${a}`, type: "domain.alert", organizationId, domainId: a, createdAt: at(TODAY), body };
  const change = { alert: { ...alert, id: `alr_${a}`, triggeredAt: at(TODAY), clearedAt: null }, event };
  await fixture.store.watch.saveAlertChanges(organizationId, { domainId: a, changes: [change] });
  const sorted = (by: NonNullable<Options["sort"]>["by"], descending = false) =>
    names(organizationId, { sort: { by, descending }, reportedPolicies: new Map([[a, "none"]]) });
  for (const isKept of [false, true]) {
    if (isKept) await refresh();
    const [rate, worst] = [await sorted("pass_rate", true), await sorted("pass_rate")];
    expect([rate.slice(0, 2), worst.slice(0, 2)]).toEqual([
      ["b", "a"],
      ["a", "b"],
    ]);
    expect([rate.slice(2).sort(), worst.slice(2).sort()]).toEqual([
      ["c", "d"],
      ["c", "d"],
    ]);
    expect((await sorted("messages", true)).slice(0, 2)).toEqual(["b", "a"]);
    expect((await sorted("pass_rate_change", true)).slice(0, 2)).toEqual(["a", "b"]);
    expect((await sorted("last_report_at")).slice(0, 2)).toEqual(["b", "a"]);
    expect((await sorted("open_alerts", true))[0]).toBe("a");
    expect((await sorted("dmarc_policy")).slice(0, 2)).toEqual(["a", "b"]);
    expect((await sorted("client_reference")).slice(0, 2)).toEqual(["b", "a"]);
  }
  expect(await names(organizationId, { hasAlerts: true })).toEqual(["a"]);
  expect(await names(organizationId, { hasAlerts: false })).toEqual(["b", "c", "d"]);
  expect((await list(organizationId)).map(({ openAlerts }) => openAlerts)).toEqual([1, 0, 0, 0]);
  const other = await fixture.createOrganization();
  expect(
    await fixture.store.domains.readListedDomains(other.organizationId, {
      domainIds: [a, b],
      today: TODAY,
      counted: "all",
    }),
  ).toEqual([]);
});

test("the list is filtered by what is known; different filters must all fit", async () => {
  const { organizationId, a, d } = await fillPortfolio();
  const check = (domainId: string, state: "ok" | "unknown") => {
    const record = (name: "dmarc" | "report_authorization" | "mta_sts", found: "ok" | "missing" | "unknown") =>
      ({ record: name, host: name, state: found, found: [], detail: "" }) as const;
    const records = [record("dmarc", state), record("report_authorization", "missing"), record("mta_sts", "missing")];
    const facts = { domainId, checkedAt: at(TODAY), isProven: null, records, compare: () => [] };
    return fixture.store.watch.saveDnsCheck(organizationId, facts);
  };
  await check(a, "ok");
  await check(d, "unknown");
  for (const isKept of [false, true]) {
    if (isKept) await refresh();
    const found = (options: Options) => names(organizationId, options);
    expect(await found({ labels: ["VIP", "us"] })).toEqual(["a", "b"]);
    expect(await found({ clientReferences: ["C-2"] })).toEqual(["a"]);
    expect(await found({ clientReferences: ["C-2"], labels: ["us"] })).toEqual([]);
    expect([await found({ search: "vip" }), await found({ search: "c-1" })]).toEqual([["a"], ["b"]]);
    expect(await found({ policies: ["reject"] })).toEqual(["b"]);
    const reportedPolicies = new Map([[a, "none" as const]]);
    expect(await found({ policies: ["none", "unknown"], reportedPolicies })).toEqual(["a", "c", "d"]);
    expect(await found({ dnsStates: ["ok"] })).toEqual(["a"]);
    expect(await found({ dnsStates: ["unknown", "unchecked"] })).toEqual(["b", "c", "d"]);
    expect([await found({ passRateBelow: 90 }), await found({ passRateBelow: 90.1 })]).toEqual([[], ["a"]]);
    // 299 of 300 are shown as 99.7.
    expect([await found({ passRateAbove: 99.6 }), await found({ passRateAbove: 99.7 })]).toEqual([["b"], []]);
    // Days since the newest one of a report, or since the verification on the 1st; today and yesterday may be on their way.
    expect(await found({ silentDaysMin: 29 })).toEqual(["c"]);
    expect(await found({ silentDaysMin: 21 })).toEqual(["c"]);
    expect(await found({ silentDaysMin: 20 })).toEqual(["b", "c"]);
  }
});

test("silence counts from the newest day of a report that counts, whenever it was received", async () => {
  const { organizationId, b, c } = await fillPortfolio();
  const silent = (options: Options = {}) => names(organizationId, { silentDaysMin: 20, ...options });
  const report = { organizationId, receivedAt: at(TODAY) };
  // A file of years ago, a stranger's mail, and a report about a day to come, all received today.
  await fixture.storeReports([
    { ...report, domainId: b, day: "2020-05-01" },
    { ...report, domainId: b, day: TODAY, trust: "none", trustReason: "x" },
    { ...report, domainId: b, day: "2026-04-09" },
    { ...report, domainId: c, day: "2020-05-01" },
  ]);
  expect([await silent(), await silent({ counted: "all" })]).toEqual([["b", "c"], ["c"]]);
  await fixture.storeReports([{ ...report, domainId: b, day: "2026-03-30" }]);
  expect([await silent(), await silent({ silentDaysMin: 1 })]).toEqual([["c"], ["a", "c"]]);
});

test("a whole list has every domain in the order of the list, over as many statements as it takes", async () => {
  const { organizationId } = await fixture.createOrganization(1100);
  const options = { today: TODAY, counted: "authentic", sort: { by: "messages", descending: true } } as const;
  const exported = (await collect(fixture.store.domains.exportDomains(organizationId, options))).map(({ id }) => id);
  const pages = [];
  for (const page of [1, 2, 3]) {
    const { items, total } = await fixture.store.domains.listDomains(organizationId, {
      ...options,
      page,
      perPage: 500,
    });
    expect(total).toBe(1100);
    pages.push(...items.map(({ id }) => id));
  }
  expect(exported).toEqual(pages);
});

test("a page of domains and its total are of one moment, also when a domain is added in between", async () => {
  const { organizationId } = await fixture.createOrganization(2);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const paused = pauseAt(fixture.database, { matches: /count\(\*\)::int AS total/, before: true, opened });
  const listing = listDomains(paused.database, organizationId, { page: 1, perPage: 10, today: TODAY });
  await paused.reached;
  await fixture.store.domains.createDomain(organizationId, `added-${organizationId.slice(-8)}.example`);
  open();
  const { items, total } = await listing;
  expect([items.length, total]).toEqual([2, 2]);
});
