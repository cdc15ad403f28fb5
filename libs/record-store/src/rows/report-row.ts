import type { ReportHeader, ReportTotals, Trust } from "@ruaflow/report";

/** The location of a report's rows, without `organizationId`: every function of the store takes that first. */
export interface ReportLocation {
  readonly domainId: string;
  /** UTC day of the report, `YYYY-MM-DD`. */
  readonly day: string;
  /** `rpt_` and 26 characters, derived from the report key. */
  readonly reportId: string;
}

/** The facts that every row of a report repeats. */
export interface ReportConstants extends ReportLocation {
  readonly organizationId: string;
  readonly header: Pick<ReportHeader, "reporter" | "dateRange" | "policyPublished">;
  readonly receivedAt: Date;
  readonly trust: Trust;
  /** The organizational domain that is proven for its mail, and vouches for it; `null`: none does. */
  readonly reporterDomain: string | null;
}

/** Some records of one report, encoded by {@link encodeRecord}; a report may arrive in several batches. */
export interface RecordBatch {
  readonly report: ReportConstants;
  /** The number of the attempt that inserts these rows: a whole number that increases with each attempt on a report. */
  readonly attempt: number;
  /** Encoded records: one string per record, or as a message carries them. */
  readonly lines: Uint8Array | readonly string[];
}

/** One kind of deviation found while the report was read. */
export interface WarningCount {
  readonly code: string;
  /** Path of the first affected element. */
  readonly path: string;
  readonly count: number;
}

/** One row of `reports`. It is also a {@link ReportConstants}, so it can be the `report` of a batch. */
export interface ReportRow extends ReportConstants {
  readonly attempt: number;
  readonly header: ReportHeader;
  readonly totals: Omit<ReportTotals, "spfPassed" | "dkimPassed">;
  readonly warnings: readonly WarningCount[];
  /** How the submission arrived, such as `smtp`, `upload` or `import`. */
  readonly channel: string;
  readonly submissionId: string;
  readonly contentHash: string;
  /** Why the sender is not proven; `null` unless `trust` is `none`. */
  readonly trustReason: string | null;
}
