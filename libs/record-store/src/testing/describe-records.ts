import { randomUUID } from "node:crypto";
import { isDmarcPass } from "@ruaflow/report";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Filter } from "../questions/filter.ts";
import type { RecordSort } from "../questions/records/list-records.ts";
import type { ListedRecord } from "../questions/records/listed-record.ts";
import type { RecordStore } from "../record-store.ts";
import { filterArbitrary } from "./filter-arbitrary.ts";
import { type GeneratedReport, generateReports } from "./generate-reports.ts";
import { recountFailures, recountReports, recountSources } from "./recount.ts";
import { storeReports } from "./store-reports.ts";

const firstDay = "2026-03-01";
const DAYS = 10;
const always = { startDate: "2020-01-01", endDate: "2030-12-31" };
const newestFirst: RecordSort = { by: "day", descending: true };
// The twin has the same reports: a query that ignores the organization lists everything twice.
const organizationId = `org_${randomUUID()}`;
const twinId = `org_${randomUUID()}`;

/** Compares lists of records with a recount, for any filter; `numRuns` of them. */
export function describeRecords(readStore: () => RecordStore, numRuns = 25): void {
  const reports = generate(organizationId);
  const check = (property: (filter: Filter) => Promise<void>) =>
    fc.assert(fc.asyncProperty(filterArbitrary(reports, { firstDay, days: DAYS }), property), { numRuns });
  const list = (filter: Filter, { sort = newestFirst, perPage = 100, page = 1, of = organizationId } = {}) =>
    readStore().listRecords(of, { ...filter, sort, page, perPage });

  async function listAll(filter: Filter, sort: RecordSort, perPage: number): Promise<ListedRecord[]> {
    const found: ListedRecord[] = [];
    for (let page = 1; ; page += 1) {
      const { records, total } = await list(filter, { sort, perPage, page });
      found.push(...records);
      if (page * perPage >= total) return found;
    }
  }

  describe("records", () => {
    beforeAll(async () => {
      await storeReports(readStore(), reports);
      await storeReports(readStore(), generate(twinId));
    });

    it("counts the records of a filter and their messages as a recount does, with the sums of its sources and failures", () =>
      check(async (filter) => {
        const { total, messages } = await list(filter);
        const expected = recount(reports, filter);
        expect([total, messages]).toEqual([expected.length, sum(expected)]);
        expect(messages).toBe(recountSources(reports, filter).reduce((all, source) => all + source.messages, 0));
        if (filter.records?.dmarcPass !== undefined) return;
        const failing = await list({ ...filter, records: { ...filter.records, dmarcPass: false } });
        expect(failing.messages).toBe(recountFailures(reports, filter).reduce((all, { failed }) => all + failed, 0));
      }));

    it("lists and exports each record of a filter once, with its report, as a recount does", () =>
      check(async (filter) => {
        const expected = byPlace(recount(reports, filter));
        expect(byPlace(await listAll(filter, newestFirst, 100))).toEqual(expected);
        expect(byPlace(await Array.fromAsync(readStore().exportRecords(organizationId, filter)))).toEqual(expected);
      }));

    it("orders pages by day or by messages, both ways, and of equal ones as they are stored", async () => {
      const some = { ...always, startDate: "2026-03-03", endDate: "2026-03-05" };
      const stored = await Array.fromAsync(readStore().exportRecords(organizationId, some));
      for (const by of ["day", "messages"] as const) {
        for (const descending of [true, false]) {
          const toValue = (record: ListedRecord) => (by === "day" ? toDay(record) : record.count);
          const expected = stored.toSorted((a, b) => Number(descending ? -1 : 1) * (toValue(a) - toValue(b)));
          expect(new Set(expected.map(toValue)).size).toBeGreaterThan(2);
          expect(await listAll(some, { by, descending }, 7)).toEqual(expected);
        }
      }
    });

    it("exports in the order of storage, over several queries", async () => {
      const large = generate(`org_${randomUUID()}`, 60);
      const [{ row } = expect.fail("no reports were generated")] = large;
      await storeReports(readStore(), large);
      const found = await Array.fromAsync(readStore().exportRecords(row.organizationId, always));
      expect(found.length).toBeGreaterThan(2_000);
      expect(byPlace(found)).toEqual(byPlace(recount(large, always)));
      expect(found.map(toPlace)).toEqual(found.map(toPlace).toSorted());
    });

    it("selects the records of a reporter", async () => {
      for (const reporter of new Set(reports.map(({ row }) => row.header.reporter))) {
        const expected = recount(reports, always).filter((record) => record.reporter === reporter);
        const { total, messages } = await list({ ...always, records: { reporter } });
        expect([total, messages]).toEqual([expected.length, sum(expected)]);
        const failing = await list({ ...always, records: { reporter, dmarcPass: false } });
        expect(failing.messages).toBe(sum(expected.filter(({ policyEvaluated }) => !isDmarcPass(policyEvaluated))));
      }
      for (const reporter of ["' OR 1 = 1 --", "{organizationId:String}", "google.com\0", "GOOGLE.COM"])
        expect((await list({ ...always, records: { reporter } })).total).toBe(0);
    });

    it("still counts on a page past the last one, and shows nothing to an organization without data", async () => {
      const expected = recount(reports, always);
      const past = await list(always, { page: 1_000_000 });
      expect(past).toEqual({ records: [], total: expected.length, messages: sum(expected) });
      const nothing = { records: [], total: 0, messages: 0 };
      expect(await list(always, { of: `org_${randomUUID()}` })).toEqual(nothing);
      expect(await list({ ...always, domainIds: ["dom_unknown"] })).toEqual(nothing);
      expect(await Array.fromAsync(readStore().exportRecords(`org_${randomUUID()}`, always))).toEqual([]);
    });
  });
}

function generate(organization: string, reportsPerDay = 12): GeneratedReport[] {
  const size = { domains: 7, reportsPerDay, recordsMean: 5 };
  return [...generateReports({ seed: 20_260_301, organizationId: organization, firstDay, days: DAYS, ...size })];
}

function recount(reports: readonly GeneratedReport[], filter: Filter): ListedRecord[] {
  return recountReports(reports, filter).flatMap(({ row, records }) => {
    const { domainId, reportId, trust, header } = row;
    const [begin, end] = [new Date(header.dateRange.begin * 1000), new Date(header.dateRange.end * 1000)];
    return records.map((record) => ({ ...record, domainId, reportId, reporter: header.reporter, trust, begin, end }));
  });
}

function sum(records: readonly ListedRecord[]): number {
  return records.reduce((all, { count }) => all + count, 0);
}

/** A report counts for the day in the middle of its period. */
function toDay({ begin, end }: ListedRecord): number {
  return Math.floor((begin.getTime() + end.getTime()) / 2 / 86_400_000);
}

function toPlace(record: ListedRecord): string {
  const { domainId, reportId, ordinal } = record;
  return `${domainId} ${toDay(record)} ${reportId} ${String(ordinal).padStart(9, "0")}`;
}

function byPlace(records: readonly ListedRecord[]): Map<string, ListedRecord> {
  const places = new Map(records.map((record) => [toPlace(record), record]));
  expect(places.size).toBe(records.length);
  return places;
}
