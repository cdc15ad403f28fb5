import { randomUUID } from "node:crypto";
import { aRecord } from "@ruaflow/report/testing";
import { beforeAll, describe, expect, it } from "vitest";
import type { RecordStore } from "../record-store.ts";
import { generateReports } from "./generate-reports.ts";
import { sampleReport } from "./sample-report.ts";
import { storeReports } from "./store-reports.ts";

/** Compares the addresses of reports with those that were stored. */
export function describeAddresses(readStore: () => RecordStore): void {
  const organizationId = `org_${randomUUID()}`;
  const size = { domains: 3, reportsPerDay: 20, recordsMean: 12 };
  const reports = [...generateReports({ seed: 9, organizationId, firstDay: "2026-02-01", days: 2, ...size })];

  async function readPages(locations: readonly (typeof reports)[number]["row"][]): Promise<string[][]> {
    const pages: string[][] = [];
    for await (const page of readStore().readAddresses(organizationId, locations)) pages.push(page);
    return pages;
  }

  describe("addresses of reports", () => {
    beforeAll(() => storeReports(readStore(), reports));

    it("are those of the reports asked for, each once", async () => {
      const some = reports.slice(0, 10);
      const expected = new Set(some.flatMap(({ records }) => [...records].map(({ sourceIp }) => sourceIp)));
      const found = (await readPages(some.map(({ row }) => row))).flat();
      expect(found.toSorted()).toEqual([...expected].toSorted());
      expect(found.length).toBeGreaterThan(10);
      expect(await readPages([])).toEqual([]);
    });

    it("are read in pages when a report has more than 20,000", async () => {
      const addresses = Array.from({ length: 20_001 }, (_, index) => `10.1.${index >> 8}.${index & 255}`);
      const records = addresses.map((sourceIp, ordinal) => aRecord({ ordinal, sourceIp }));
      const report = sampleReport({ organizationId, reportId: `rpt_${randomUUID()}`, day: "2026-02-01", records });
      await storeReports(readStore(), [report]);
      const pages = await readPages([report.row]);
      expect(pages.map(({ length }) => length)).toEqual([20_000, 1]);
      expect(new Set(pages.flat())).toEqual(new Set(addresses));
    });
  });
}
