import { randomUUID } from "node:crypto";
import { aRecord } from "@ruaflow/report/testing";
import { beforeAll, describe, expect, it } from "vitest";
import type { RecordStore } from "../record-store.ts";
import { type GeneratedReport, generateReports } from "./generate-reports.ts";
import { countReport, recountFailures, recountReports, recountSources, toListed } from "./recount.ts";
import { sampleReport } from "./sample-report.ts";
import { storeReports } from "./store-reports.ts";

const firstDay = "2026-01-20";
const DAYS = 12;
// Two organizations with identical reports: a query that ignores the organization returns everything twice.
const organizationId = `org_${randomUUID()}`;
const twinId = `org_${randomUUID()}`;
const crowdedId = `org_${randomUUID()}`;
const always = { startDate: "2020-01-01", endDate: "2030-12-31" };
/** More than one page of either export. */
const MANY = 20_050;

/** Compares every export with a recount, also over several pages. */
export function describeExports(readStore: () => RecordStore): void {
  const reports = generate(organizationId);
  const domainIds = [...new Set(reports.map(({ row }) => row.domainId))].slice(0, 3);
  const filters = [
    always,
    { startDate: "2026-01-22", endDate: "2026-01-25" },
    { ...always, domainIds },
    { ...always, domainIds: [] },
  ];

  describe("exports", () => {
    beforeAll(async () => {
      await storeReports(readStore(), reports);
      await storeReports(readStore(), generate(twinId));
      await storeReports(readStore(), crowd());
    });

    it("returns every report of some domains once, by domain and day, with its sums", async () => {
      const expected = recountReports(reports, { ...always, domainIds }).toSorted((a, b) =>
        place(a.row) < place(b.row) ? -1 : 1,
      );
      const found = (await collect(readStore().readStoredReports(organizationId, domainIds))).flat();
      expect(found.map((facts) => ({ ...facts, reports: 1 }))).toEqual(
        expected.map((report) => {
          const { authentic: _authentic, ...sums } = countReport(report);
          return { ...sums, ...toListed(report) };
        }),
      );
      expect(await collect(readStore().readStoredReports(organizationId, ["dom_unknown"]))).toEqual([[]]);
    });

    it("returns a report with rows of two attempts once, even when a page ends between them", async () => {
      const organization = `org_${randomUUID()}`;
      const twice = generate(organization);
      await storeReports(readStore(), twice);
      await readStore().insertReports(twice.map(({ row }) => ({ ...row, attempt: row.attempt + 1 })));
      const all = [...new Set(twice.map(({ row }) => row.domainId))];
      const found = (await collect(readStore().readStoredReports(organization, all))).flat();
      expect(found.map(({ reportId }) => reportId).sort()).toEqual(twice.map(({ row }) => row.reportId).sort());
    });

    it("returns every source and every failure of a filter once, with the sums of a recount", async () => {
      for (const filter of filters) {
        const sources = await collect(readStore().exportSources(organizationId, filter));
        const failures = await collect(readStore().exportFailures(organizationId, filter));
        expect(byAddress(sources)).toEqual(byAddress(recountSources(reports, filter)));
        expect(byAddress(failures)).toEqual(byAddress(recountFailures(reports, filter)));
      }
    });

    it("reads all pages without losing or duplicating a row", async () => {
      const all = Array.from({ length: 5 }, (_, index) => `dom_${index}`);
      const reportIds = (await collect(readStore().readStoredReports(crowdedId, all)))
        .flat()
        .map((one) => one.reportId);
      expect(new Set(reportIds).size).toBe(MANY);
      expect(reportIds.length).toBe(MANY);
      for (const found of [
        await collect(readStore().exportSources(crowdedId, always)),
        await collect(readStore().exportFailures(crowdedId, always)),
      ]) {
        const addresses = found.map(({ sourceIp }) => sourceIp);
        expect(addresses.length).toBe(MANY);
        expect(new Set(addresses).size).toBe(MANY);
      }
    });

    it("returns nothing to an organization without data", async () => {
      const otherId = `org_${randomUUID()}`;
      expect(await collect(readStore().readStoredReports(otherId, domainIds))).toEqual([[]]);
      expect(await collect(readStore().exportSources(otherId, { ...always, domainIds }))).toEqual([]);
      expect(await collect(readStore().exportFailures(otherId, { ...always, domainIds }))).toEqual([]);
    });
  });
}

function place({ domainId, day, reportId }: GeneratedReport["row"]): string {
  return `${domainId} ${day} ${reportId}`;
}

function generate(organization: string) {
  const size = { domains: 7, reportsPerDay: 12, recordsMean: 5 };
  return [...generateReports({ seed: 20_260_121, organizationId: organization, firstDay, days: DAYS, ...size })];
}

/** Reports of one record each, each from a different address, over several domains and days. */
function crowd() {
  return Array.from({ length: MANY }, (_, index) => {
    const records = [aRecord({ sourceIp: `2001:db8::${index.toString(16)}` })];
    const day = `2026-02-${String((index % 28) + 1).padStart(2, "0")}`;
    const report = sampleReport({ organizationId: crowdedId, reportId: `rpt_${index}`, day, records });
    return { ...report, row: { ...report.row, domainId: `dom_${index % 5}` } };
  });
}

function byAddress<Item extends { readonly sourceIp: string }>(items: readonly Item[]): Map<string, Item> {
  expect(new Set(items.map(({ sourceIp }) => sourceIp)).size).toBe(items.length);
  return new Map(items.map((item) => [item.sourceIp, item]));
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
