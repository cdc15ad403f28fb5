import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Filter } from "../questions/filter.ts";
import type { Source } from "../questions/list-sources.ts";
import type { StoredDay } from "../questions/read-stored-days.ts";
import type { RecordStore } from "../record-store.ts";
import { filterArbitrary } from "./filter-arbitrary.ts";
import { filterMembers, isWanted, sampleFilter } from "./filter-cases.ts";
import { type GeneratedReport, generateReports } from "./generate-reports.ts";
import { countReport, recountFailures, recountMessages, recountReports, recountSources } from "./recount.ts";
import { storeReports } from "./store-reports.ts";

const firstDay = "2026-01-20";
const DAYS = 20;
// Two organizations with identical reports, of which one has lost a third: a query that ignores the organization counts everything twice.
const organizationId = `org_${randomUUID()}`;
const twinId = `org_${randomUUID()}`;

/** Compares every query with a recount, for any filter; `numRuns` of them. */
export function describeQuestions(readStore: () => RecordStore, numRuns = 25): void {
  const reports = generate(organizationId);
  const twins = generate(twinId).filter((_, index) => index % 3 > 0);
  const domainIds = [...new Set(reports.map(({ row }) => row.domainId))];
  const filters = filterArbitrary(reports, { firstDay, days: DAYS });
  const check = (property: (filter: Filter) => Promise<void>) =>
    fc.assert(fc.asyncProperty(filters, property), { numRuns });

  describe("questions", () => {
    beforeAll(async () => {
      await storeReports(readStore(), reports);
      await storeReports(readStore(), twins);
    });

    it("counts the sources of a filter as a recount does", () =>
      check(async (filter) => {
        const counted = await readStore().countSources(organizationId, filter);
        expect(counted).toBe(recountSources(reports, filter).length);
      }));

    it("counts the sources and sums what receivers did with the messages as a recount does", () =>
      check(async (filter) => {
        const found = await readStore().readTotals(organizationId, filter);
        const sources = recountSources(reports, filter).length;
        expect(found).toEqual({ sources, dispositions: recountDispositions(reports, filter) });
      }));

    it.each(filterMembers)(
      "selects by %s alone what plain code selects, for values that records have",
      async (member) => {
        const sampled = reports
          .flatMap(({ records }) => records)
          .map((record) => ({ record, filter: sampleFilter([member], record, 24) }))
          .filter(({ record, filter }) => isWanted(record, filter));
        const values = new Map(sampled.map(({ filter }) => [JSON.stringify(filter), filter]));
        expect(values.size).toBeGreaterThan(0);
        for (const records of [...values.values()].slice(0, 5)) {
          const filter = { startDate: firstDay, endDate: "2026-02-28", records };
          const found = await readStore().readTotals(organizationId, filter);
          expect(found.dispositions).toEqual(recountDispositions(reports, filter));
          expect(found.sources).toBeGreaterThan(0);
        }
      },
    );

    it("answers concurrent questions like single ones, and keeps organizations apart", async () => {
      const period = { startDate: firstDay, endDate: "2026-01-31" };
      const questions = [organizationId, twinId, organizationId].flatMap((organization) =>
        [...domainIds, "dom_unknown"].map((domainId) => ({
          organization,
          filter: { ...period, domainIds: [domainId] },
        })),
      );
      const ask = async ({ organization, filter }: (typeof questions)[number]) => {
        const page = { ...filter, page: 1, perPage: 1_000 };
        const [count, totals, listed, failed] = await Promise.all([
          readStore().countSources(organization, filter),
          readStore().readTotals(organization, filter),
          readStore().listSources(organization, page),
          readStore().listFailures(organization, page),
        ]);
        const [sources, failures] = [await Array.fromAsync(listed.sources), await Array.fromAsync(failed.failures)];
        return {
          count,
          totals,
          ...toSorted(sources, failures),
          listed: [listed.total, failed.total, failed.totalFailures],
        };
      };
      const recount = ({ organization, filter }: (typeof questions)[number]) => {
        const all = organization === twinId ? twins : reports;
        const [sources, failures] = [recountSources(all, filter), recountFailures(all, filter)];
        const totalFailures = failures.reduce((sum, { failed }) => sum + failed, 0);
        const listed = [sources.length, failures.length, totalFailures];
        const totals = { sources: sources.length, dispositions: recountDispositions(all, filter) };
        return { count: sources.length, totals, ...toSorted(sources, failures), listed };
      };
      expect(await Promise.all(questions.map(ask))).toEqual(questions.map(recount));
    });

    it("returns the sums of each day of each domain as a recount does, without excluded reports", async () => {
      const [left, ...counted] = reports;
      const keys = domainIds.map((domainId) => ({ organizationId, domainId }));
      const days = await readStore().readStoredDays(keys, [left?.row.reportId ?? ""]);
      expect(addUp(days)).toEqual(addUp(counted.map(countReport)));
      expect(addUp(await readStore().readStoredDays(keys, []))).toEqual(addUp(reports.map(countReport)));
    });

    it("finds the reports with a record of a filter, and sums their days, as a recount does", () =>
      check(async (filter) => {
        const expected = recountReports(reports, filter).filter(({ records }) => records.length > 0);
        const found = await readStore().findReports(organizationId, { ...filter, limit: 1_000 });
        expect(found.map(({ reportId }) => reportId).sort()).toEqual(expected.map(({ row }) => row.reportId).sort());
        const days = await readStore().readMatchingDays(organizationId, filter);
        const recounted = addUp(expected.map((report) => ({ ...countReport(report), domainId: "" })));
        expect(days).toEqual(
          recounted.map(({ organizationId: _owner, domainId: _domain, authentic: _authentic, ...day }) => day),
        );
      }));

    it("reads the policy that each report states", async () => {
      const some = reports.slice(0, 30).map(({ row }) => row);
      const policies = await readStore().readPolicies(organizationId, some);
      expect(policies).toEqual(new Map(some.map(({ reportId, header }) => [reportId, header.policyPublished.p])));
      expect(await readStore().readPolicies(`org_${randomUUID()}`, some)).toEqual(new Map());
    });

    it("answers organizations that have reports with equal ids each from its own, when they are read together", async () => {
      const store = readStore();
      const [mine, theirs] = [`org_${randomUUID()}`, `org_${randomUUID()}`];
      const own = reports.slice(0, 5).map((report) => toTwin(report, { organization: mine, p: "reject" }));
      const foreign = reports.slice(0, 8).map((report) => toTwin(report, { organization: theirs, p: "none" }));
      await storeReports(store, [...own, ...foreign]);
      const places = foreign.map(({ row }) => row);
      const domains = places.map(({ domainId, header }) => ({ domainId, name: header.policyPublished.domain }));
      const ask = async (organization: string) => {
        const found = places.map((row) => store.readReport(organization, { ...row, records: row.totals.records }));
        const [policies, reported, read] = await Promise.all([
          store.readPolicies(organization, places),
          store.readReportedPolicies(organization, domains),
          Promise.all(found),
        ]);
        const ids = read.map((report) => report && [report.row.organizationId, report.row.reportId]);
        return { policies: [...policies].sort(), reported: [...reported].sort(), ids };
      };
      // The first questions are answered alone; those that wait for them together.
      const [first, answer, other, third] = await Promise.all([mine, mine, theirs, `org_${randomUUID()}`].map(ask));
      const toExpected = (organization: string, stored: readonly GeneratedReport[], p: string) => ({
        policies: stored.map(({ row }) => [row.reportId, p]).sort(),
        reported: [...new Set(stored.map(({ row }) => row.domainId))].map((id) => [id, p]).sort(),
        ids: foreign.map((_, index) => (stored[index] ? [organization, stored[index].row.reportId] : null)),
      });
      expect(answer).toEqual(toExpected(mine, own, "reject"));
      expect(first).toEqual(answer);
      expect(other).toEqual(toExpected(theirs, foreign, "none"));
      expect(third).toEqual(toExpected("", [], ""));
    });

    it("lists the sources of a filter as a recount does, most messages first", () =>
      check(async (filter) => {
        const expected = recountSources(reports, filter);
        const listed = await readAllPages(async (page, perPage) => {
          const { sources, total } = await readStore().listSources(organizationId, { ...filter, page, perPage });
          expect(total).toBe(expected.length);
          return Array.fromAsync(sources);
        });
        expect(listed.map((source) => source.messages)).toEqual(
          expected.map((source) => source.messages).sort(descending),
        );
        expect(byKey(listed, (source) => source.sourceIp)).toEqual(byKey(expected, (source) => source.sourceIp));
      }));

    it("lists the failures of a filter as a recount does, most failed messages first", () =>
      check(async (filter) => {
        const expected = recountFailures(reports, filter);
        const failed = expected.reduce((sum, failure) => sum + failure.failed, 0);
        const listed = await readAllPages(async (page, perPage) => {
          const answer = await readStore().listFailures(organizationId, { ...filter, page, perPage });
          expect([answer.total, answer.totalFailures]).toEqual([expected.length, failed]);
          return Array.fromAsync(answer.failures);
        });
        expect(listed.map((failure) => failure.failed)).toEqual(
          expected.map((failure) => failure.failed).sort(descending),
        );
        expect(byKey(listed, (failure) => failure.sourceIp)).toEqual(byKey(expected, (failure) => failure.sourceIp));
      }));

    it("answers questions about 10,000 domains", async () => {
      const others = Array.from({ length: 10_000 - domainIds.length }, () => `dom_${randomUUID().slice(0, 26)}`);
      const period = { startDate: firstDay, endDate: "2026-12-31" };
      for (const many of [
        [...others, ...domainIds],
        [...domainIds, ...others],
      ]) {
        const filter = { ...period, domainIds: many };
        expect(await readStore().countSources(organizationId, filter)).toBe(recountSources(reports, period).length);
        const { total } = await readStore().listFailures(organizationId, { ...filter, page: 1, perPage: 10 });
        expect(total).toBe(recountFailures(reports, period).length);
      }
      expect(await readStore().countSources(organizationId, { ...period, domainIds: others })).toBe(0);
    });

    it("sorts lists by each column it offers, both ways, also where a source was seen before the period", async () => {
      const filter = { startDate: "2026-01-25", endDate: "2026-12-31", page: 1, perPage: 10_000 };
      for (const descending of [true, false]) {
        for (const by of ["messages", "passed", "passRate", "firstSeen", "lastSeen"] as const) {
          const { sources } = await readStore().listSources(organizationId, { ...filter, sort: { by, descending } });
          const toValue = (source: Source) =>
            by === "passRate" ? source.passed / source.messages : Number(source[by]);
          const values = (await Array.fromAsync(sources)).map(toValue);
          if (by.startsWith("pass")) expect(new Set(values).size).toBeGreaterThan(1);
          expectSorted(values, descending);
        }
      }
    });

    it("still returns the totals on a page past the last one", async () => {
      const past = { startDate: "2026-01-01", endDate: "2026-12-31", page: 9_999, perPage: 100 };
      const sources = await readStore().listSources(organizationId, past);
      const failures = await readStore().listFailures(organizationId, past);
      expect(await Array.fromAsync(sources.sources)).toEqual([]);
      expect(await Array.fromAsync(failures.failures)).toEqual([]);
      expect(sources.total).toBe(recountSources(reports, past).length);
      expect(failures.total).toBe(recountFailures(reports, past).length);
    });

    it("shows nothing to an organization without data", async () => {
      const filter = { startDate: "2026-01-01", endDate: "2026-12-31", page: 1, perPage: 10, domainIds };
      const otherId = `org_${randomUUID()}`;
      const { row } = reports[0] ?? expect.fail("no reports were generated");
      expect(await readStore().readReport(otherId, { ...row, records: row.totals.records })).toBeNull();
      const { sources, ...sourceSums } = await readStore().listSources(otherId, filter);
      expect([sourceSums, await Array.fromAsync(sources)]).toEqual([{ total: 0 }, []]);
      const { failures, ...failureSums } = await readStore().listFailures(otherId, filter);
      expect([failureSums, await Array.fromAsync(failures)]).toEqual([{ total: 0, totalFailures: 0 }, []]);
      expect(await readStore().countSources(otherId, filter)).toBe(0);
      expect(await readStore().readBack(otherId, [row])).toMatchObject([{ rows: 0, reportRows: 0 }]);
      expect(await readStore().readOrdinals(otherId, row)).toEqual(new Set());
    });

    it("binds the caller's values: quotes, braces and SQL are only text", async () => {
      for (const text of ["' OR 1 = 1 --", "{organizationId:String}", "\\'", "a\tb\n\0", "x' UNION ALL SELECT 1"]) {
        const filter = { startDate: firstDay, endDate: firstDay, page: 1, perPage: 10, domainIds: [text, `${text}]`] };
        expect((await readStore().listSources(organizationId, filter)).total).toBe(0);
        expect((await readStore().listSources(text, filter)).total).toBe(0);
        expect(
          await readStore().readReport(organizationId, { domainId: text, day: firstDay, reportId: text, records: 1 }),
        ).toBeNull();
      }
    });
  });
}

/** One entry for each day of each domain, in order. */
function addUp(days: readonly StoredDay[]): StoredDay[] {
  const groups = Map.groupBy(days, ({ domainId, day }) => `${domainId} ${day}`);
  return [...groups.keys()].sort().flatMap((key) => {
    const [first, ...others] = groups.get(key) ?? [];
    return first ? [others.reduce(addDay, first)] : [];
  });
}

function addDay(a: StoredDay, b: StoredDay): StoredDay {
  return {
    ...a,
    reports: a.reports + b.reports,
    messages: a.messages + b.messages,
    passed: a.passed + b.passed,
    spfPassed: a.spfPassed + b.spfPassed,
    dkimPassed: a.dkimPassed + b.dkimPassed,
  };
}

function generate(organization: string): GeneratedReport[] {
  const size = { domains: 7, reportsPerDay: 12, recordsMean: 5 };
  return [...generateReports({ seed: 20_260_120, organizationId: organization, firstDay, days: DAYS, ...size })];
}

function toSorted<One extends { readonly sourceIp: string }, Two extends { readonly sourceIp: string }>(
  sources: readonly One[],
  failures: readonly Two[],
) {
  const byAddress = (a: { sourceIp: string }, b: { sourceIp: string }) => (a.sourceIp < b.sourceIp ? -1 : 1);
  return { sources: sources.toSorted(byAddress), failures: failures.toSorted(byAddress) };
}

/** The same report of another organization, which states another policy; its sender is known. */
function toTwin(
  { row, records }: GeneratedReport,
  { organization, p }: { readonly organization: string; readonly p: string },
): GeneratedReport {
  const header = { ...row.header, policyPublished: { ...row.header.policyPublished, p } };
  return { records, row: { ...row, organizationId: organization, trust: "upload", header } };
}

async function readAllPages<Item>(read: (page: number, perPage: number) => Promise<readonly Item[]>): Promise<Item[]> {
  const perPage = 100;
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const found = await read(page, perPage);
    items.push(...found);
    if (found.length < perPage) return items;
  }
}

function byKey<Item>(items: readonly Item[], read: (item: Item) => string): Map<string, Item> {
  return new Map(items.map((item) => [read(item), item]));
}

function descending(a: number, b: number): number {
  return b - a;
}

function expectSorted(values: readonly (number | string | Date)[], fromGreatest: boolean): void {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  expect(values).toEqual(fromGreatest ? sorted.reverse() : sorted);
}

/** Most messages first. */
function recountDispositions(reports: readonly GeneratedReport[], filter: Filter) {
  const records = recountReports(reports, filter).flatMap((report) => report.records);
  const sum = (isOf: (disposition: string) => boolean) =>
    recountMessages(records.filter(({ policyEvaluated }) => isOf(policyEvaluated.disposition))).messages;
  const known = ["none", "quarantine", "reject", "pass"];
  const sums = known.map((name) => [name, sum((disposition) => disposition === name)]);
  return Object.fromEntries([...sums, ["other", sum((disposition) => !known.includes(disposition))]]);
}
