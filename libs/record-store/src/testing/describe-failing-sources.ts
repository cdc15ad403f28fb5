import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { RecordStore } from "../record-store.ts";
import { generateReports } from "./generate-reports.ts";
import { recountFailures } from "./recount.ts";
import { storeReports } from "./store-reports.ts";

const period = { startDate: "2000-01-01", endDate: "2100-01-01" };

/** Compares the failing sources of many reports with a recount. */
export function describeFailingSources(readStore: () => RecordStore): void {
  const organizationId = `org_${randomUUID()}`;
  const size = { domains: 3, reportsPerDay: 20, recordsMean: 12 };
  const reports = [...generateReports({ seed: 7, organizationId, firstDay: "2026-02-01", days: 2, ...size })];
  const locations = reports.map(({ row }) => row);

  describe("failing sources of reports", () => {
    beforeAll(() => storeReports(readStore(), reports));

    it("equal a recount of each report's records", async () => {
      const found = await readStore().readFailingSources(organizationId, { reports: locations, sourcesMax: 100 });
      const expected = reports.flatMap((report) => {
        const failures = recountFailures([report], period);
        return failures.length === 0 ? [] : [{ reportId: report.row.reportId, total: failures.length, failures }];
      });
      expect(found.map(({ reportId, total }) => ({ reportId, total }))).toEqual(
        expected.map(({ reportId, total }) => ({ reportId, total })),
      );
      expect(expected.length).toBeGreaterThan(10);
      for (const [index, { failures }] of expected.entries()) {
        const sources = new Map(found[index]?.sources.map((source) => [source.sourceIp, source]));
        for (const { sourceIp, failed, spfResult, dkimResult, disposition } of failures)
          expect(sources.get(sourceIp)).toEqual({ sourceIp, failed, spfResult, dkimResult, disposition });
      }
    });

    it("are limited to those with the most failing mail, and stay the same with duplicate rows", async () => {
      const ask = () => readStore().readFailingSources(organizationId, { reports: locations, sourcesMax: 2 });
      const before = await ask();
      for (const { sources, total } of before) {
        expect(sources.length).toBe(Math.min(2, total));
        expect(sources[0]?.failed).toBeGreaterThanOrEqual(sources[1]?.failed ?? 0);
      }
      await storeReports(readStore(), reports.slice(0, 10));
      expect(await ask()).toEqual(before);
    });

    it("are not shown to another organization", async () => {
      const otherId = `org_${randomUUID()}`;
      expect(await readStore().readFailingSources(otherId, { reports: locations, sourcesMax: 20 })).toEqual([]);
    });
  });
}
