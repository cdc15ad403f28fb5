import { randomUUID } from "node:crypto";
import type { ReportRecord } from "@ruaflow/report";
import { encodeRecord, joinLines, readOrdinal } from "@ruaflow/report/message";
import { aRecord } from "@ruaflow/report/testing";
import { describe, expect, it } from "vitest";
import type { RecordStore } from "../record-store.ts";
import type { ReportRow } from "../rows/report-row.ts";
import { announce } from "./announce.ts";
import { generateReports } from "./generate-reports.ts";
import { sampleReport } from "./sample-report.ts";
import { storeReports, toBatch } from "./store-reports.ts";

const organizationId = `org_${randomUUID()}`;
const year = { startDate: "2026-01-01", endDate: "2026-12-31" };

/** Stored rows are read back once, whatever happened in between. */
export function describeRows(readStore: () => RecordStore): void {
  const newId = () => `rpt_${randomUUID().replaceAll("-", "").slice(0, 26)}`;
  const readReport = (row: ReportRow, organization = organizationId) =>
    readStore().readReport(organization, { ...row, records: row.totals.records });
  const readRecords = async (row: ReportRow, organization = organizationId) => {
    const stored = await readReport(row, organization);
    const records: ReportRecord[] = [];
    for await (const record of stored?.records ?? []) records.push(record);
    return records;
  };

  describe("rows", () => {
    it("returns reports as they were stored, and distinguishes absent from empty values", async () => {
      const size = { domains: 3, firstDay: "2025-05-01", days: 2, reportsPerDay: 10, recordsMean: 6 };
      const reports = [...generateReports({ seed: 5, organizationId, ...size })];
      await storeReports(readStore(), reports);
      for (const { row, records } of reports) {
        const stored = await readReport(row);
        expect(stored?.row).toEqual(row);
        expect(await Array.fromAsync(stored?.records ?? [])).toEqual(records);
      }
    });

    it("returns concurrently requested reports each with its own rows, including large and unknown ones", async () => {
      const size = { domains: 3, firstDay: "2025-06-01", days: 2, reportsPerDay: 30, recordsMean: 30 };
      const otherId = `org_${randomUUID()}`;
      const reports = [...generateReports({ seed: 6, organizationId, ...size })];
      const others = [...generateReports({ seed: 6, organizationId: otherId, ...size })].slice(0, 20);
      await storeReports(readStore(), [...reports, ...others]);
      expect(new Set(reports.map(({ records }) => records.length > 40)).size).toBe(2);
      const read = async ({ row }: { row: ReportRow }, organization: string) => ({
        row: (await readReport(row, organization))?.row ?? null,
        records: await readRecords(row, organization),
      });
      const found = await Promise.all([
        ...reports.map((report) => read(report, organizationId)),
        ...others.map((report) => read(report, otherId)),
        ...reports.slice(20).map((report) => read(report, otherId)),
      ]);
      const absent = reports.slice(20).map(() => ({ row: null, records: [] }));
      expect(found).toEqual([...[...reports, ...others].map(({ row, records }) => ({ row, records })), ...absent]);
    });

    it("keeps text of every kind, with half a surrogate pair replaced", async () => {
      const texts = ["", "\0", "a\u2028b\u2029", '"\\\n\r\t', "😀", "\\ud800", "=1+1", "x".repeat(300_000), "\ud800!"];
      const records = texts.map((headerFrom, ordinal) =>
        aRecord({ ordinal, identifiers: { headerFrom, envelopeFrom: headerFrom } }),
      );
      const { row } = sampleReport({ organizationId, reportId: newId(), records });
      await storeReports(readStore(), [{ row, records }]);
      const expected = texts.map((text) => text.toWellFormed());
      expect((await readRecords(row)).map((record) => record.identifiers.headerFrom)).toEqual(expected);
      expect((await readRecords(row)).map((record) => record.identifiers.envelopeFrom)).toEqual(expected);
    });

    it("keeps counts from 0 to the greatest exact number, and both kinds of addresses", async () => {
      const records = [
        aRecord({ count: 0, sourceIp: "0.0.0.0" }),
        aRecord({ ordinal: 1, count: Number.MAX_SAFE_INTEGER, sourceIp: "2001:db8::1" }),
        aRecord({ ordinal: 2, count: 10 ** 10, sourceIp: "255.255.255.255" }),
        aRecord({ ordinal: 4_294_967_295, sourceIp: "::" }),
      ];
      const report = sampleReport({ organizationId, reportId: newId(), day: "2025-01-01", records });
      await storeReports(readStore(), [report]);
      expect(await readRecords(report.row)).toEqual(records);
    });

    it("does not count a source or a failure without messages", async () => {
      const organization = `org_${randomUUID()}`;
      const records = [aRecord({ count: 0 }), aRecord({ ordinal: 1, sourceIp: "192.0.2.2", count: 3 })];
      await storeReports(readStore(), [sampleReport({ organizationId: organization, reportId: newId(), records })]);
      const page = { ...year, page: 1, perPage: 10 };
      const { sources, total } = await readStore().listSources(organization, page);
      expect([total, await Array.fromAsync(sources)]).toMatchObject([1, [{ sourceIp: "192.0.2.2" }]]);
      expect(await readStore().listFailures(organization, page)).toMatchObject({ total: 1, totalFailures: 3 });
      expect(await readStore().countSources(organization, year)).toBe(1);
    });

    it("reads a report of more records than one page in order and whole", async () => {
      const records = Array.from({ length: 12_345 }, (_, ordinal) => aRecord({ ordinal }));
      const report = sampleReport({ organizationId, reportId: newId(), day: "2025-01-02", records });
      await storeReports(readStore(), [report]);
      expect((await readRecords(report.row)).map((record) => record.ordinal)).toEqual(
        records.map((record) => record.ordinal),
      );
      expect((await readStore().readOrdinals(organizationId, report.row)).size).toBe(12_345);
    });

    it.each([5, 5000])("reads some of the %i records of a report, in the order of all", async (count) => {
      const records = Array.from({ length: count }, (_, ordinal) => aRecord({ ordinal: 3 * ordinal }));
      const report = sampleReport({ organizationId, reportId: newId(), day: "2025-01-03", records });
      await storeReports(readStore(), [report]);
      const stored = await readReport(report.row);
      const parts = [
        { skip: 0, take: 2 },
        { skip: count - 2, take: 100 },
        { skip: count, take: 100 },
      ];
      for (const part of parts) {
        expect(await stored?.readRecords(part)).toEqual(records.slice(part.skip, part.skip + part.take));
      }
    });

    it("reads back the rows of a failed insert, so that only the rest need be inserted", async () => {
      const records = [0, 1, 2, 3, 4].map((ordinal) => aRecord({ ordinal, count: ordinal + 1 }));
      const report = sampleReport({ organizationId, reportId: newId(), records });
      const lines = records.map(encodeRecord);
      await readStore().insertRecords([{ report: report.row, attempt: 1, lines: joinLines(lines.slice(1, 3)) }]);
      const expected = {
        reportId: report.row.reportId,
        rows: 2,
        ordinals: 2,
        lastOrdinal: 2,
        messages: 5,
        reportRows: 0,
      };
      expect(await readStore().readBack(organizationId, [report.row])).toEqual([expected]);

      const present = await readStore().readOrdinals(organizationId, report.row);
      expect(present).toEqual(new Set([1, 2]));
      const missing = lines.filter((line) => !present.has(readOrdinal(line)));
      await readStore().insertRecords([{ report: report.row, attempt: 2, lines: missing }]);
      await readStore().insertReports([report.row]);
      expect(await readStore().readBack(organizationId, [report.row])).toEqual([
        { ...expected, rows: 5, ordinals: 5, lastOrdinal: 4, messages: 15, reportRows: 1 },
      ]);
      expect(await readRecords(report.row)).toEqual(records);
    });

    it("answers for every requested report in order, with zeros for absent ones", async () => {
      const here = sampleReport({ organizationId, reportId: newId(), records: [aRecord()] });
      await storeReports(readStore(), [here]);
      const absent = { ...here.row, reportId: newId() };
      const elsewhere = { ...here.row, domainId: "dom_elsewhere" };
      const otherDay = { ...here.row, day: "2026-02-04" };
      const found = await readStore().readBack(organizationId, [absent, here.row, elsewhere, otherDay]);
      expect(found.map(({ rows, reportRows }) => [rows, reportRows])).toEqual([
        [0, 0],
        [1, 1],
        [0, 0],
        [0, 0],
      ]);
    });

    it("inserts the same rows twice on request: no deduplication can drop a retry", async () => {
      const report = sampleReport({ organizationId, reportId: newId(), records: [aRecord()] });
      await storeReports(readStore(), [report]);
      await storeReports(readStore(), [report]);
      expect(await readStore().readBack(organizationId, [report.row])).toMatchObject([
        { rows: 2, ordinals: 1, reportRows: 2 },
      ]);
    });

    it("shows a duplicate record once, and keeps the greatest attempt when duplicates are deleted", async () => {
      const organization = `org_${randomUUID()}`;
      const records = [0, 1, 2].map((ordinal) => aRecord({ ordinal, count: 7 }));
      const report = sampleReport({ organizationId: organization, reportId: newId(), records });
      const bystander = sampleReport({ organizationId: organization, reportId: newId(), records });
      await storeReports(readStore(), [report, bystander]);
      await readStore().insertRecords([{ ...toBatch(report, 2), lines: records.slice(1).map(encodeRecord) }]);
      await readStore().insertReports([{ ...report.row, attempt: 2 }]);
      const list = async () => {
        const { sources, total } = await readStore().listSources(organization, { ...year, page: 1, perPage: 10 });
        return { total, sources: await Array.fromAsync(sources) };
      };
      expect(await list()).toMatchObject({ total: 1, sources: [{ messages: 56 }] });
      expect(await readRecords(report.row, organization)).toEqual(records);

      await readStore().deleteSurplus(announce(organization), organization, {
        reports: [report.row, bystander.row],
        attempt: 3n,
      });
      const [found] = await readStore().readBack(organization, [report.row]);
      expect(found).toMatchObject({ rows: 3, ordinals: 3, messages: 21, reportRows: 1 });
      expect((await readReport(report.row, organization))?.row.attempt).toBe(2);
      const [untouched] = await readStore().readBack(organization, [bystander.row]);
      expect(untouched).toMatchObject({ rows: 3, reportRows: 1 });
      expect(await list()).toMatchObject({ total: 1, sources: [{ messages: 42 }] });
    });

    it("keeps one of several identical rows, complete and unchanged", async () => {
      const records = [aRecord(), aRecord({ ordinal: 1, count: 9 })];
      const report = sampleReport({ organizationId, reportId: newId(), records });
      const bystander = sampleReport({ organizationId, reportId: newId(), records });
      await storeReports(readStore(), [report, report, report, bystander]);
      await readStore().insertRecords([{ ...toBatch(report), lines: records.slice(0, 1).map(encodeRecord) }]);
      await readStore().deleteSurplus(announce(organizationId), organizationId, {
        reports: [report.row, bystander.row],
        attempt: 3n,
      });
      expect(await readStore().readBack(organizationId, [report.row, bystander.row])).toMatchObject([
        { rows: 2, ordinals: 2, reportRows: 1 },
        { rows: 2, ordinals: 2, reportRows: 1 },
      ]);
      expect(await readRecords(report.row)).toEqual(records);
      expect((await readReport(report.row))?.row).toMatchObject({ ...report.row, attempt: 3 });
    });

    it("deletes a domain from every table and leaves other domains and organizations", async () => {
      const [mine, theirs] = [`org_${randomUUID()}`, `org_${randomUUID()}`];
      const reports = [mine, theirs].flatMap((organization) => [
        ...generateReports({
          seed: 9,
          organizationId: organization,
          domains: 3,
          firstDay: "2026-03-30",
          days: 4,
          reportsPerDay: 6,
          recordsMean: 3,
        }),
      ]);
      await storeReports(readStore(), reports);
      const gone = reports[0]?.row.domainId ?? expect.fail("no report");
      await readStore().deleteDomains(announce(mine), [{ organizationId: mine, domainId: gone }]);
      for (const organization of [mine, theirs]) {
        const own = reports.filter(({ row }) => row.organizationId === organization);
        const rows = own.map(({ row }) => row);
        const left = own.map(({ row, records }) =>
          organization === mine && row.domainId === gone ? 0 : records.length,
        );
        const expected = left.map((count) => ({ rows: count, reportRows: count === 0 ? 0 : 1 }));
        expect(await readStore().readBack(organization, rows)).toMatchObject(expected);
      }
      const sources = await readStore().listSources(mine, { ...year, domainIds: [gone], page: 1, perPage: 10 });
      expect(sources.total).toBe(0);
    });

    it("accepts a batch over hundreds of months, even odd ones, without failing the others", async () => {
      const days = Array.from({ length: 240 }, (_, month) =>
        new Date(Date.UTC(2012, month, 9)).toISOString().slice(0, 10),
      );
      const reports = [...days, "0001-01-01", "1970-01-01", "2100-01-01", "2149-06-07", "9999-12-31"].map((day) =>
        sampleReport({ organizationId, reportId: newId(), day, records: [aRecord()] }),
      );
      await storeReports(readStore(), reports);
      const found = await readStore().readBack(
        organizationId,
        reports.map(({ row }) => row),
      );
      expect(found.filter(({ rows, reportRows }) => rows === 1 && reportRows === 1)).toHaveLength(reports.length);
      const odd = reports.at(-1)?.row ?? expect.fail("no report");
      expect((await readReport(odd))?.row.day).toBe("2149-06-06");
    });
  });
}
