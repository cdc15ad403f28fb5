import type { ReportHeader, ReportTotals } from "@ruaflow/report";
import type { NotAggregate } from "./opening.ts";
import type { RefusedReport } from "./refusal/refused.ts";
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
