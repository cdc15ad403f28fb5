import type { ReportHeader, ReportTotals } from "@ruaflow/dmarc";

/** Where the rows of one report lie. `organizationId` stands apart: every function of the store takes it first. */
export interface ReportLocation {
  readonly domainId: string;
  /** UTC day of the report, `YYYY-MM-DD`. */
  readonly day: string;
  /** `rpt_` and 26 characters, derived from the report key. */
  readonly reportId: string;
}

/** What every row of a report repeats. */
export interface ReportConstants extends ReportLocation {
  readonly organizationId: string;
  readonly header: Pick<ReportHeader, "reporter" | "dateRange" | "policyPublished">;
  readonly receivedAt: Date;
}

/** Some records of one report, as {@link encodeRecord} made them; the report may come in several batches. */
export interface RecordBatch {
  readonly report: ReportConstants;
  /** Which try to write inserted these rows: a whole number, greater for each further try at the same report. */
  readonly attempt: number;
  /** Encoded records: one string each, or one string with a line for each. */
  readonly lines: string | readonly string[];
}

/** One kind of deviation met while the report was read. */
export interface WarningCount {
  readonly code: string;
  /** Path of the first element concerned. */
  readonly path: string;
  readonly count: number;
}

/** One row of `reports`. A {@link ReportConstants}, so it serves as the `report` of a batch too. */
export interface ReportRow extends ReportConstants {
  readonly attempt: number;
  readonly header: ReportHeader;
  readonly totals: Omit<ReportTotals, "spfPassed" | "dkimPassed">;
  readonly warnings: readonly WarningCount[];
  /** How the submission reached us: `mail`, `upload`, `folder`, `import`. */
  readonly channel: string;
  readonly submissionId: string;
  readonly contentHash: string;
}
