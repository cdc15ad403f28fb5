import type { ReportHeader, ReportTotals } from "@ruaflow/report";
import type { NotAggregate } from "./opening.ts";
import type { RefusalReason } from "./refusal.ts";
import type { ReportWarning } from "./warnings.ts";

/** The result of reading a document. */
export type ParseResult = ParsedReport | RefusedReport | NotAggregate;

/** A report that can be stored, with what is unusual in it. */
export interface ParsedReport {
  readonly kind: "report";
  readonly header: ReportHeader;
  /** The header as releases before form 2 of the content read it; absent: as it is read now. */
  readonly headerInForm1?: ReportHeader;
  readonly totals: ReportTotals;
  readonly warnings: readonly ReportWarning[];
}

/** A document of which nothing may be stored, not even records that `onRecord` was given. */
export interface RefusedReport {
  readonly kind: "refused";
  readonly reason: RefusalReason;
  /** For people; may quote up to 128 characters of the document. */
  readonly detail: string;
}
