import { isDmarcPass, type ReportRecord } from "@ruaflow/report";
import type { Filter } from "../questions/filter.ts";
import type { Failure } from "../questions/list-failures.ts";
import type { Source } from "../questions/list-sources.ts";
import type { StoredDay } from "../questions/read-stored-days.ts";
import { toStoredDay, toStoredTime } from "../rows/stored-values.ts";
import { isWanted } from "./filter-cases.ts";
import type { GeneratedReport } from "./generate-reports.ts";

/** The answers of the store, recomputed from the reports themselves. */

/** The reports of a filter, each with only those of its records that the filter selects. */
export function recountReports(reports: readonly GeneratedReport[], filter: Filter): readonly GeneratedReport[] {
  const { startDate, endDate, domainIds, records: wanted = {} } = filter;
  return reports
    .filter(({ row }) => row.day >= startDate && row.day <= endDate && (domainIds?.includes(row.domainId) ?? true))
    .map(({ row, records }) => ({ row, records: records.filter((record) => isWanted(record, wanted)) }));
}

export function recountMessages(records: readonly ReportRecord[]) {
  const sum = (chosen: readonly ReportRecord[]) => chosen.reduce((total, record) => total + record.count, 0);
  return {
    messages: sum(records),
    passed: sum(records.filter((record) => isDmarcPass(record.policyEvaluated))),
    spfPassed: sum(records.filter((record) => record.policyEvaluated.spf === "pass")),
    dkimPassed: sum(records.filter((record) => record.policyEvaluated.dkim === "pass")),
  };
}

/** The sums that a report adds to its day. */
export function countReport({ row, records }: GeneratedReport): StoredDay {
  const { organizationId, domainId, day } = row;
  return {
    organizationId,
    domainId,
    day: toStoredDay(day),
    authentic: row.trust !== "none",
    reports: 1,
    ...recountMessages(records),
  };
}

/** The facts that lists show of a report in addition to the sums of {@link countReport}. */
export function toListed({ row: { reportId, header, receivedAt, trust, trustReason } }: GeneratedReport) {
  const { begin, end } = header.dateRange;
  const received = toStoredTime(receivedAt.getTime() / 1000);
  return {
    reportId,
    reporter: header.reporter,
    begin: toStoredTime(begin),
    end: toStoredTime(end),
    receivedAt: received,
    trust,
    trustReason,
  };
}

/** Every source with at least one message, unordered. */
export function recountSources(all: readonly GeneratedReport[], filter: Filter): Source[] {
  const seenIn = recountLives(all, filter);
  return groupBySource(recountReports(all, filter), () => true).map((group) => ({
    ...recountDetails(group, seenIn),
    messages: recountMessages(recordsOf(group)).messages,
    passed: recountMessages(recordsOf(group)).passed,
    spfResult: mostCommon(group, (record) => oneResult(record.authResults.spf)),
    dkimResult: mostCommon(group, (record) => oneResult(record.authResults.dkim)),
  }));
}

/** Every source with at least one failed message, unordered. */
export function recountFailures(all: readonly GeneratedReport[], filter: Filter): Failure[] {
  const failing = (record: ReportRecord) => !isDmarcPass(record.policyEvaluated);
  const seenIn = recountLives(all, filter);
  return groupBySource(recountReports(all, filter), failing).map((group) => ({
    ...recountDetails(group, seenIn),
    failed: recountMessages(recordsOf(group)).messages,
    spfResult: mostCommon(group, (record) => oneResult(record.authResults.spf)),
    dkimResult: mostCommon(group, (record) => oneResult(record.authResults.dkim)),
    disposition: mostCommon(group, (record) => record.policyEvaluated.disposition),
  }));
}

/** The groups of all mail of each source, on all days, for the domains of the filter. */
function recountLives(
  all: readonly GeneratedReport[],
  { domainIds }: Filter,
): ReadonlyMap<string, readonly Sighting[]> {
  const always = { startDate: "0000-01-01", endDate: "9999-12-31", ...(domainIds && { domainIds }) };
  const groups = groupBySource(recountReports(all, always), () => true);
  return new Map(groups.map((group) => [group[0]?.record.sourceIp ?? "", group]));
}

function recountDetails(group: readonly Sighting[], lives: ReadonlyMap<string, readonly Sighting[]>) {
  const { spfPassed, dkimPassed } = recountMessages(recordsOf(group));
  const passing = (results: readonly { readonly domain: string; readonly result: string }[]) =>
    results.filter(({ result, domain }) => result === "pass" && domain !== "").map(({ domain }) => domain);
  const domains = rank(group, ({ report }) => [report.row.domainId]);
  return {
    ...seen(lives.get(group[0]?.record.sourceIp ?? "") ?? group),
    spfAligned: spfPassed,
    dkimAligned: dkimPassed,
    spfDomains: rank(group, ({ record }) => passing(record.authResults.spf))
      .slice(0, 5)
      .map(([name]) => name),
    dkimDomains: rank(group, ({ record }) => passing(record.authResults.dkim))
      .slice(0, 5)
      .map(([name]) => name),
    domains: domains.slice(0, 5).map(([domainId, messages]) => ({ domainId, messages })),
    domainCount: domains.length,
    decidingDomainId: findDeciding(group),
  };
}

/** The domain of most failing messages, then of most messages, then the first in the alphabet. */
function findDeciding(group: readonly Sighting[]): string {
  const toDomain = ({ report }: Sighting) => [report.row.domainId];
  const all = rank(group, toDomain);
  const failing = new Map(
    rank(
      group.filter(({ record }) => !isDmarcPass(record.policyEvaluated)),
      toDomain,
    ),
  );
  const [first] = all.toSorted(([a], [b]) => (failing.get(b) ?? 0) - (failing.get(a) ?? 0));
  return first?.[0] ?? "";
}

/** Names with their messages, most first. */
function rank(group: readonly Sighting[], read: (sighting: Sighting) => readonly string[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const sighting of group) {
    for (const name of new Set(read(sighting))) sums.set(name, (sums.get(name) ?? 0) + sighting.record.count);
  }
  return [...sums]
    .filter(([, sum]) => sum > 0)
    .sort(([nameA, sumA], [nameB, sumB]) => sumB - sumA || (nameA < nameB ? -1 : 1));
}

interface Sighting {
  readonly report: GeneratedReport;
  readonly record: ReportRecord;
}

function groupBySource(
  reports: readonly GeneratedReport[],
  wanted: (record: ReportRecord) => boolean,
): (readonly Sighting[])[] {
  const sightings = reports.flatMap((report) => report.records.filter(wanted).map((record) => ({ report, record })));
  const groups = Map.groupBy(sightings, ({ record }) => record.sourceIp);
  return [...groups.values()].filter((group) => recountMessages(recordsOf(group)).messages > 0);
}

function recordsOf(group: readonly Sighting[]): ReportRecord[] {
  return group.map(({ record }) => record);
}

function seen(group: readonly Sighting[]): Pick<Source, "sourceIp" | "firstSeen" | "lastSeen"> {
  const ranges = group.map(({ report }) => report.row.header.dateRange);
  return {
    sourceIp: group[0]?.record.sourceIp ?? "",
    firstSeen: new Date(Math.min(...ranges.map((range) => range.begin)) * 1000),
    lastSeen: new Date(Math.max(...ranges.map((range) => range.end)) * 1000),
  };
}

function oneResult(results: readonly { readonly result: string }[]): string {
  return results.find(({ result }) => result === "pass")?.result ?? results[0]?.result ?? "none";
}

function mostCommon(group: readonly Sighting[], read: (record: ReportRecord) => string): string {
  return rank(group, ({ record }) => [read(record)])[0]?.[0] ?? "";
}
