import type { Trust } from "@ruaflow/report";
import { RESULT_CHARS_MAX, SOURCES_MAX, toEventText, toReference } from "./bounds.ts";
import { createEvent, type Event, type EventOrigin } from "./create-event.ts";

/** A stored report. */
export interface ReportFacts extends EventOrigin {
  readonly reportId: string;
  /** Lower-case A-label. */
  readonly domain: string;
  readonly reporter: string;
  readonly totalCount: number;
  readonly passCount: number;
  readonly begin: Date;
  readonly end: Date;
  readonly trust: Trust;
  /** The domain that vouches for it; `null`: none does. */
  readonly reporterDomain: string | null;
}

/** The failing mail of one source, summed over the report. */
export interface FailingSource {
  readonly sourceIp: string;
  readonly failed: number;
  readonly spfResult: string;
  readonly dkimResult: string;
  readonly disposition: string;
  /** What is known of the source when the event is made; `null` or absent: nothing. */
  readonly class?: string | null;
  readonly cause?: string | null;
}

export interface FailingMail {
  /** Number of sources of failing mail in the report. */
  readonly total: number;
  /** At least the `failingSourcesMax` sources with the most failing mail, in any order. */
  readonly sources: readonly FailingSource[];
}

/** Maximum sources in a `report.failure`. */
export const failingSourcesMax = SOURCES_MAX;

/** Creates the event of a stored report: every call for the same report yields the same event. */
export function createReportReceived(report: ReportFacts): Event {
  const { total_count, date_range, ...facts } = toFacts(report);
  const pass_rate = toPassRate(report);
  const data = { ...facts, total_count, pass_rate, date_range, trust: report.trust, ...toOwners(report) };
  const unauthenticated = report.trust === "none";
  return createEvent("report.received", report, { subject: [report.reportId], data, unauthenticated });
}

/**
 * Creates the event of a report with failing mail: one per report, not one per record. `null` when all its mail passed.
 */
export function createReportFailure(report: ReportFacts, { total, sources }: FailingMail): Event | null {
  if (report.passCount === report.totalCount) return null;
  const { date_range, ...facts } = toFacts(report);
  const listed = [...sources].sort(compareSources).slice(0, SOURCES_MAX);
  const data = {
    ...facts,
    failure_count: report.totalCount - report.passCount,
    source_count: total,
    sources: listed.map(toSource),
    ...toLargestClass(listed),
    date_range,
    ...toOwners(report),
  };
  return createEvent("report.failure", report, { subject: [report.reportId], data });
}

/** Most failures first, then by address, so that the bytes do not depend on the order of rows. */
function compareSources(a: FailingSource, b: FailingSource): number {
  return b.failed - a.failed || (a.sourceIp < b.sourceIp ? -1 : 1);
}

/** The class of most failing messages, with the cause of the source that has most of them. */
function toLargestClass(sorted: readonly FailingSource[]) {
  const sums = new Map<string, number>();
  for (const { class: name, failed } of sorted) if (name) sums.set(name, (sums.get(name) ?? 0) + failed);
  const [largest] = [...sums].toSorted(([, a], [, b]) => b - a);
  const source = largest === undefined ? undefined : sorted.find((one) => one.class === largest[0]);
  return { class: source?.class ?? null, cause: source?.cause ?? null };
}

function toSource(source: FailingSource) {
  return {
    source_ip: toEventText(source.sourceIp, 45),
    failure_count: source.failed,
    spf_result: toEventText(source.spfResult, RESULT_CHARS_MAX),
    dkim_result: toEventText(source.dkimResult, RESULT_CHARS_MAX),
    policy_applied: toEventText(source.disposition, RESULT_CHARS_MAX),
    class: source.class ?? null,
    cause: source.cause ?? null,
  };
}

function toFacts({ reportId, domain, reporter, totalCount, begin, end }: ReportFacts) {
  return {
    report_id: reportId,
    domain: toEventText(domain),
    reporter: toEventText(reporter),
    total_count: totalCount,
    date_range: { begin: begin.toISOString(), end: end.toISOString() },
  };
}

/** Who vouches for the report, and whose domain it is about. */
function toOwners({ reporterDomain, domainId, clientReference }: ReportFacts) {
  return {
    reporter_domain: reporterDomain === null ? null : toEventText(reporterDomain),
    domain_id: domainId,
    ...toReference(clientReference),
  };
}

/** Percent with one decimal, rounded half up as in the API; 0 without mail. */
function toPassRate({ totalCount, passCount }: ReportFacts): number {
  return totalCount === 0 ? 0 : Math.round((passCount * 1000) / totalCount) / 10;
}
