import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  collect,
  pauseAt,
  type ReportFacts,
  type ReportFixture,
  startReportFixture,
} from "../../testing/report-fixture.ts";
import { exportReports } from "./export-reports.ts";
import type { ReportFilter, ReportSummary } from "./report-filter.ts";
import { type ListReportsOptions, listReports, type ReportSort } from "./report-list.ts";

const everything = { startDate: "1970-01-01", endDate: "2149-06-06" };
const REPORTERS = ["google.com", "Yahoo", "\u00c4pfel"];

let fixture: ReportFixture;
let organizationId: string;
let domainIds: readonly string[];
/** In the order in which they became visible. */
const stored: ReportSummary[] = [];

beforeAll(async () => {
  fixture = await startReportFixture();
  ({ organizationId, domainIds } = await fixture.createOrganization(3));
  const twin = await fixture.createOrganization(3);
  const facts = fc.sample(factsArbitrary, { numRuns: 80, seed: 20_260_101 });
  for (let start = 0; start < facts.length; start += 9) {
    const batch = facts.slice(start, start + 9);
    await store(batch.map(({ domain, ...rest }) => ({ organizationId, domainId: domainIds[domain] ?? "", ...rest })));
    const twins = batch.map(({ domain, ...rest }) => ({ domainId: twin.domainIds[domain] ?? "", ...rest }));
    await fixture.storeReports(twins.map((fact) => ({ ...fact, organizationId: twin.organizationId })));
  }
});

afterAll(() => fixture.stop());

const second = fc.integer({ min: 0, max: 40 }).map((offset) => new Date(Date.UTC(2026, 0, 1, 0, 0, offset)));
const factsArbitrary = fc.record({
  domain: fc.nat({ max: 2 }),
  day: fc.nat({ max: 8 }).map((offset) => `2026-01-0${offset + 1}`),
  reporter: fc.constantFrom(...REPORTERS),
  messages: fc.constantFrom(0, 1, 5, 2 ** 60),
  passed: fc.constantFrom(0, 1),
  begin: second,
  end: second,
  receivedAt: second,
  trust: fc.constantFrom("dmarc" as const, "upload" as const, "none" as const),
  trustReason: fc.constantFrom("unaligned", null),
  reporterDomain: fc.constantFrom("google.com", "small.example", null),
});

async function store(facts: readonly Required<ReportFacts>[]): Promise<void> {
  const ids = await fixture.storeReports(facts);
  for (const [index, { organizationId: _owner, ...fact }] of facts.entries()) {
    const reporterSince = fact.reporterDomain === null ? null : "2026-01-01";
    stored.push({ reportId: ids[index] ?? "", ...fact, reporterSince });
  }
}

const filterArbitrary: fc.Arbitrary<ReportFilter> = fc
  .record({
    domains: fc.option(fc.subarray([0, 1, 2]), { nil: undefined }),
    days: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })),
    reporter: fc.option(fc.constantFrom(...REPORTERS, "unknown.example"), { nil: undefined }),
    trust: fc.option(fc.constantFrom("dmarc" as const, "none" as const, "spf" as const), { nil: undefined }),
    reporterDomain: fc.option(fc.constantFrom("google.com", "other.example"), { nil: undefined }),
  })
  .map(({ domains, days, reporter, trust, reporterDomain }) => ({
    startDate: `2026-01-0${Math.min(...days)}`,
    endDate: `2026-01-0${Math.max(...days)}`,
    ...(domains && { domainIds: domains.map((index) => domainIds[index] ?? "") }),
    ...(reporter !== undefined && { reporter }),
    ...(trust && { trust }),
    ...(reporterDomain && { reporterDomain }),
  }));

const sortArbitrary: fc.Arbitrary<ReportSort> = fc.record({
  by: fc.constantFrom("day", "receivedAt", "messages", "reporter"),
  descending: fc.boolean(),
});

/** The list, recomputed without SQL. */
function recount(filter: ReportFilter, sort: ReportSort): ReportSummary[] {
  const keys = {
    day: ["day"],
    receivedAt: ["receivedAt"],
    messages: ["messages"],
    reporter: ["reporter", "day"],
  } as const;
  const chosen = stored.filter(
    ({ day, domainId, reporter, trust, reporterDomain }) =>
      day >= filter.startDate &&
      day <= filter.endDate &&
      (filter.domainIds?.includes(domainId) ?? true) &&
      (filter.reporter ?? reporter) === reporter &&
      (filter.trust ?? trust) === trust &&
      (filter.reporterDomain ?? reporterDomain) === reporterDomain,
  );
  const compare = (a: ReportSummary, b: ReportSummary) => {
    const key = keys[sort.by].find((one) => a[one] < b[one] || a[one] > b[one]);
    return key === undefined ? 0 : a[key] < b[key] ? -1 : 1;
  };
  chosen.sort(compare);
  return sort.descending ? chosen.reverse() : chosen;
}

test("for every filter and sort, the pages together are the list, and each has the right total", async () => {
  const property = fc.asyncProperty(
    filterArbitrary,
    sortArbitrary,
    fc.integer({ min: 1, max: 30 }),
    async (filter, sort, perPage) => {
      const expected = recount(filter, sort);
      const listed: ReportSummary[] = [];
      for (let page = 1; page <= expected.length / perPage + 2; page += 1) {
        const { reports, total } = await fixture.store.reports.listReports(organizationId, {
          ...filter,
          sort,
          page,
          perPage,
        });
        expect(total).toBe(expected.length);
        listed.push(...reports);
      }
      expect(listed).toEqual(expected);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

test("an export returns every report of a filter once, by domain and day", async () => {
  const property = fc.asyncProperty(filterArbitrary, async (filter) => {
    const exported = await collect(fixture.store.reports.exportReports(organizationId, filter));
    const place = ({ domainId, day }: ReportSummary) => `${domainId} ${day}`;
    const expected = recount(filter, { by: "receivedAt", descending: false });
    expect(exported.map(place)).toEqual(expected.map(place).sort());
    expect(new Set(exported.map(({ reportId }) => reportId)).size).toBe(expected.length);
  });
  await fc.assert(property, { numRuns: 20 });
});

test("an export returns what was visible at its first step, and nothing added later", async () => {
  const owner = await fixture.createOrganization();
  const fact = { organizationId: owner.organizationId, domainId: owner.domainIds[0] ?? "" };
  // More than one page.
  const before = await fixture.storeReports(Array.from({ length: 5_001 }, () => fact));
  const walk = fixture.store.reports.exportReports(owner.organizationId, everything);
  const ids = [(await walk.next()).value?.reportId];
  await fixture.storeReports([{ ...fact, day: "2026-06-01" }]);
  for await (const { reportId } of walk) ids.push(reportId);
  expect(ids.length).toBe(before.length);
  expect(new Set(ids)).toEqual(new Set(before));
});

test("a page and its total are of one moment, even when reports become visible in between", async () => {
  const owner = await fixture.createOrganization();
  const fact = { organizationId: owner.organizationId, domainId: owner.domainIds[0] ?? "" };
  await fixture.storeReports([fact]);
  for (const by of ["day", "receivedAt"] as const) {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const paused = pauseAt(fixture.database, { matches: /FROM stored_reports/, before: true, opened });
    const options: ListReportsOptions = { ...everything, page: 1, perPage: 100, sort: { by, descending: true } };
    const answer = listReports(paused.database, owner.organizationId, options);
    await paused.reached;
    await fixture.storeReports([fact]);
    open();
    const { reports, total } = await answer;
    expect(reports.length).toBe(total);
  }
});

test("an organization without reports gets none, whatever the options", async () => {
  const otherOrganization = await fixture.createOrganization();
  const page = { page: 1, perPage: 10 };
  const options = { ...everything, ...page, domainIds };
  expect(await fixture.store.reports.listReports(otherOrganization.organizationId, options)).toEqual({
    reports: [],
    total: 0,
  });
  const feed = await fixture.store.reports.readReportFeed(otherOrganization.organizationId, {
    ...options,
    after: 0,
    limit: 10,
  });
  expect(feed).toEqual({ reports: [], next: 0, hasMore: false });
});

test("untrusted text is only data: quotes, braces, SQL and NUL", async () => {
  for (const text of ["' OR 1 = 1 --", "{}", "\\'", "a\0b", "$1"]) {
    const filter = { ...everything, reporter: text, page: 1, perPage: 10 };
    expect((await fixture.store.reports.listReports(organizationId, filter)).total).toBe(0);
  }
});

/** A database that explains each statement with a limit before it runs: what feeds the limit, if nothing need be sorted. */
function explain(fed: string[]): ReportFixture["database"] {
  const toExplaining = (inner: Pick<ReportFixture["database"], "query">) => ({
    async query<Row extends Record<string, unknown>>(sql: string, values: readonly unknown[] = []) {
      if (sql.includes("LIMIT")) {
        const [row] = await inner.query<{ "QUERY PLAN": unknown }>(`EXPLAIN (FORMAT JSON) ${sql}`, values);
        fed.push(JSON.stringify(row?.["QUERY PLAN"]).match(/"Node Type":"Limit".*?"Node Type":"([^"]+)"/)?.[1] ?? "");
      }
      return inner.query<Row>(sql, values);
    },
  });
  const unsorted = "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off";
  const snapshot: ReportFixture["database"]["snapshot"] = (work) =>
    fixture.database.snapshot(async (inner) => {
      await inner.query(unsorted);
      return work(toExplaining(inner));
    });
  return { ...fixture.database, snapshot, query: (sql, values) => snapshot((inner) => inner.query(sql, values)) };
}

test.for(["day", "receivedAt", "reporter"] as const)(
  "pages by %s are read in the order of an index: the rows before a page are not sorted",
  async (by) => {
    const fed: string[] = [];
    for (const descending of [true, false]) {
      const options = { ...everything, sort: { by, descending }, page: 2, perPage: 3 };
      await listReports(explain(fed), organizationId, options);
    }
    const scan = by === "day" ? "Index Only Scan" : "Index Scan";
    expect(fed).toEqual([scan, scan]);
  },
);

test("an export is read in the order of an index: no page sorts what follows it", async () => {
  const fed: string[] = [];
  await collect(exportReports(explain(fed), organizationId, everything));
  expect(new Set(fed)).toEqual(new Set(["Index Scan"]));
});
