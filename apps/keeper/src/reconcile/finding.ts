import type { ListedReport } from "@ruaflow/metadata-store/ledger";
import type { ReportSums } from "@ruaflow/record-store/questions";

/**
 * How the rows of a report differ from what PostgreSQL says of it.
 *
 * - `missing`: some or all rows are gone
 * - `altered`: all rows are there, and some say something else than the report did
 * - `doubled`: rows are there more than once
 * - `unknown`: rows of a report that the ledger does not have, or has elsewhere
 */
export type Difference = "missing" | "altered" | "doubled" | "unknown";

export const differences: readonly Difference[] = ["missing", "altered", "doubled", "unknown"];

/** A report whose rows differ. */
export interface Finding {
  readonly organizationId: string;
  readonly domainId: string;
  /** UTC day under which its rows are, or should be, `YYYY-MM-DD`. */
  readonly day: string;
  readonly reportId: string;
  readonly difference: Difference;
}

/** A report without a verified hash, and its rows, whose sums are as they should be. */
export interface Unverified {
  readonly report: ListedReport;
  readonly sums: ReportSums;
}

/** What a comparison of sums can tell. */
export interface Compared {
  readonly findings: readonly Omit<Finding, "organizationId">[];
  readonly unverified: readonly Unverified[];
  /** Rows of reports that are not listed there: unknown, or not yet listed, or no longer. */
  readonly unlisted: readonly ReportSums[];
}

/** The place of a report's rows, as a key. */
export function toPlace({ domainId, day, reportId }: Omit<Finding, "organizationId" | "difference">): string {
  return `${domainId} ${day} ${reportId}`;
}

/** Compares reports of one organization with the sums of their rows. */
export function compareReports(listed: readonly ListedReport[], stored: readonly ReportSums[]): Compared {
  const sumsAt = new Map(stored.map((sums) => [toPlace(sums), sums]));
  const places = new Set(listed.map(toPlace));
  const found = listed.map((report) => ({ report, ...compareReport(report, sumsAt.get(toPlace(report))) }));
  return {
    findings: found.flatMap(({ report: { domainId, day, reportId }, difference }) =>
      difference === null ? [] : [{ domainId, day, reportId, difference }],
    ),
    unverified: found.flatMap(({ report, difference, sums }) =>
      difference === null && sums !== undefined && report.rowsHash === null ? [{ report, sums }] : [],
    ),
    unlisted: stored.filter((sums) => !places.has(toPlace(sums))),
  };
}

function compareReport(report: ListedReport, sums: ReportSums | undefined) {
  return { sums, difference: findDifference(report, sums) };
}

function findDifference(report: ListedReport, sums: ReportSums | undefined): Difference | null {
  const { records, messages, rowsHash } = report;
  if (sums === undefined || sums.reportRows === 0 || sums.ordinals < records) return "missing";
  if (sums.rows > sums.ordinals || sums.reportRows > 1) return "doubled";
  if (sums.ordinals > records || sums.messages !== messages || !sums.isUniform) return "altered";
  return rowsHash === null || rowsHash === sums.hash ? null : "altered";
}
