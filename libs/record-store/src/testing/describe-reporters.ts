import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { RecordStore } from "../record-store.ts";
import { type GeneratedReport, generateReports } from "./generate-reports.ts";
import { recountCompleteness, recountPolicySpans, recountReporters } from "./recount-reporters.ts";
import { sampleReport } from "./sample-report.ts";
import { storeReports } from "./store-reports.ts";

const organizationId = `org_${randomUUID()}`;
const history = { historyStart: "2026-03-01" };
const period = { startDate: "2026-03-10", endDate: "2026-03-24" };

/** Compares what is read of reporters with a recount. */
export function describeReporters(readStore: () => RecordStore): void {
  const size = { domains: 3, reportsPerDay: 40, recordsMean: 4 };
  const generated = generateReports({ seed: 17, organizationId, firstDay: "2026-02-26", days: 30, ...size });
  const reports = [...generated].map(vary);
  const domainIds = [...new Set(reports.map(({ row }) => row.domainId))];

  describe("reporters", () => {
    beforeAll(() => storeReports(readStore(), reports));

    it("have the sums, days, rhythm and delays of a recount, for all domains and for one", async () => {
      for (const domains of [{}, { domainIds: domainIds.slice(1, 2) }, { domainIds: [] }]) {
        const question = { ...period, ...history, ...domains, reportersMax: 1_000 };
        const found = await readStore().readReporters(organizationId, question);
        const expected = recountReporters(counted(reports), question);
        expect(found.reporters.map(({ hash: _, ...reporter }) => reporter)).toEqual(expected);
        expect(found.total).toBe(expected.length);
        expect(found.messages).toBe(expected.reduce((sum, { messages }) => sum + messages, 0));
      }
    });

    it("are bounded, and count all of them", async () => {
      const question = { ...period, ...history, reportersMax: 3 };
      const found = await readStore().readReporters(organizationId, question);
      const all = recountReporters(counted(reports), { ...question, reportersMax: 1_000 });
      expect(found.reporters.map(({ reporter }) => reporter)).toEqual(all.slice(0, 3).map(({ reporter }) => reporter));
      expect(found.total).toBe(all.length);
    });

    it("that sent reports of unproven senders only are left out, unless these are counted", async () => {
      const question = { ...period, ...history, reportersMax: 1_000, counted: "all" as const };
      const found = await readStore().readReporters(organizationId, question);
      const expected = recountReporters(reports, question);
      expect(found.reporters.map(({ hash: _, ...reporter }) => reporter)).toEqual(expected);
      expect(expected.map(({ reporter }) => reporter)).toContain("forged");
    });

    it("are expected for a day, have reported it or are missing as a recount says, for all domains and for one", async () => {
      for (const domains of [{}, { domainIds: domainIds.slice(0, 1) }, { domainIds: [] }]) {
        for (const lastDay of ["2026-03-01", "2026-03-12", "2026-03-24", "2026-03-30", "2026-04-20"]) {
          const question = { ...domains, lastDay };
          const found = await readStore().readCompleteness(organizationId, question);
          expect(found).toEqual(recountCompleteness(counted(reports), question));
        }
      }
      const all = await readStore().readCompleteness(organizationId, { lastDay: "2026-03-28" });
      expect(all.at(-3)?.missing.length).toBeGreaterThan(0);
      expect(all.at(-3)?.missing.length).toBeLessThanOrEqual(10);
    });

    it("are expected by the weekdays before, until they are silent for a week, and not in a domain's first week", async () => {
      const owner = `org_${randomUUID()}`;
      const lastDay = "2026-10-14";
      const ago = (days: number) => new Date(Date.parse(lastDay) - days * 86_400_000).toISOString().slice(0, 10);
      const daysAgo = (from: number, to: number) =>
        Array.from({ length: from - to + 1 }, (_, index) => ago(from - index));
      await storeDays(readStore(), owner, {
        daily: daysAgo(34, 0),
        workdays: daysAgo(34, 0).filter((day) => new Date(day).getUTCDay() % 6 !== 0),
        silent: daysAgo(34, 5),
        often: [28, 21, 7].map(ago),
        seldom: [28, 7].map(ago),
      });
      const found = await readStore().readCompleteness(owner, { lastDay, domainIds: ["dom_sample"] });
      expect(found.map(({ day, expected, reported }) => [day, expected, reported])).toEqual([
        ["2026-10-08", 3, 3],
        ["2026-10-09", 3, 3],
        ["2026-10-10", 2, 1],
        ["2026-10-11", 2, 1],
        ["2026-10-12", 3, 2],
        ["2026-10-13", 3, 2],
        ["2026-10-14", 4, 2],
      ]);
      const names = found.map(({ missing }) => missing.map(({ reporter }) => reporter).join(" "));
      expect(names.slice(2)).toEqual(["silent", "silent", "silent", "silent", "often silent"]);
      const later = await readStore().readCompleteness(owner, { lastDay: "2026-10-20" });
      expect(later.map(({ missing }) => missing.some(({ reporter }) => reporter === "silent"))).toEqual([
        true,
        true,
        true,
        false,
        false,
        false,
        false,
      ]);
      const young = `org_${randomUUID()}`;
      await storeDays(readStore(), young, { first: daysAgo(9, 1) });
      const days = await readStore().readCompleteness(young, { lastDay });
      expect(days.map(({ isKnown, reported, expected }) => [isKnown, reported, expected])).toEqual([
        ...Array.from({ length: 4 }, () => [false, 0, 0]),
        ...[
          [true, 1, 1],
          [true, 1, 1],
          [true, 0, 1],
        ],
      ]);
    });

    it("saw policies in the spans of a recount, whose last ones are read", async () => {
      const [first] = reports;
      const policyDomain = first?.row.header.policyPublished.domain ?? "";
      const { reporters } = await readStore().readReporters(organizationId, {
        ...{ ...period, ...history, reportersMax: 1_000 },
      });
      const nameOf = new Map(reporters.map(({ hash, reporter }) => [hash, reporter]));
      for (const cuts of [[], ["2026-03-12", "2026-03-15"]]) {
        const question = { ...period, policyDomain, cuts };
        const expected = recountPolicySpans(counted(reports), question);
        for (const spansMax of [1_000, 2]) {
          const asked = { ...question, hashes: [...nameOf.keys()], spansMax };
          const found = await readStore().readPolicySpans(organizationId, asked);
          const named = Map.groupBy(found, ({ hash }) => nameOf.get(hash) ?? "");
          expect(named.size).toBe(expected.size);
          for (const [reporter, spans] of expected)
            expect(named.get(reporter)?.map(({ hash: _, ...span }) => span)).toEqual(spans.slice(-spansMax));
        }
      }
      const [hash = ""] = nameOf.keys();
      const one = { ...period, policyDomain, cuts: [], hashes: [hash], spansMax: 1_000 };
      const found = await readStore().readPolicySpans(organizationId, one);
      expect(new Set(found.map((span) => span.hash))).toEqual(new Set([hash]));
      expect(await readStore().readPolicySpans(organizationId, { ...one, hashes: [] })).toEqual([]);
    });

    it("are not shown to another organization", async () => {
      const otherId = `org_${randomUUID()}`;
      const question = { ...period, ...history, reportersMax: 1_000 };
      expect(await readStore().readReporters(otherId, question)).toEqual({ reporters: [], total: 0, messages: 0 });
      const { reporters } = await readStore().readReporters(organizationId, question);
      const policyDomain = reports[0]?.row.header.policyPublished.domain ?? "";
      const hashes = reporters.map(({ hash }) => hash);
      const spans = { ...period, policyDomain, hashes, cuts: [], spansMax: 10 };
      expect(await readStore().readPolicySpans(otherId, spans)).toEqual([]);
      const days = await readStore().readCompleteness(otherId, { lastDay: "2026-03-24" });
      expect(days.map(({ messages, isKnown }) => [messages, isKnown])).toEqual(days.map(() => [0, false]));
    });
  });
}

/** A report without messages of each day of each reporter. */
async function storeDays(store: RecordStore, owner: string, daysOf: Readonly<Record<string, readonly string[]>>) {
  const reports = Object.entries(daysOf).flatMap(([reporter, days]) =>
    days.map((day) => {
      const { row, records } = sampleReport({ organizationId: owner, reportId: `rpt_${randomUUID()}`, day });
      return { records, row: { ...row, header: { ...row.header, reporter } } };
    }),
  );
  await storeReports(store, reports);
}

/** Domains that vouch, policies that change on a day, reports of unproven senders, without messages, or early. */
function vary({ row, records }: GeneratedReport, index: number): GeneratedReport {
  const { header, day } = row;
  const isForged = index % 29 === 0;
  const p = day < "2026-03-16" || (day === "2026-03-16" && index % 2 === 0) ? " None" : "reject";
  const policyPublished = { ...header.policyPublished, p, sp: index % 5 === 0 ? "none" : null };
  return {
    records: index % 31 === 0 ? [] : records,
    row: {
      ...row,
      ...(isForged ? { trust: "none" as const, trustReason: "unaligned" } : {}),
      ...(index % 31 === 0 && { totals: { records: 0, recordsSkipped: 0, messages: 0, passed: 0 } }),
      reporterDomain: isForged || index % 3 === 0 ? null : `vouching-${index % 8}.example`,
      header: { ...header, reporter: isForged ? "forged" : header.reporter, policyPublished },
      ...(index % 37 === 0 && { receivedAt: new Date(header.dateRange.begin * 1000) }),
    },
  };
}

function counted(reports: readonly GeneratedReport[]): readonly GeneratedReport[] {
  return reports.filter(({ row }) => row.trust !== "none");
}
