export type { Channel, Submission } from "./submission.ts";
export {
  type AuthResults,
  type DateRange,
  type DkimAuthResult,
  type Identifiers,
  isDmarcPass,
  type PolicyEvaluated,
  type PolicyOverrideReason,
  type PolicyPublished,
  type ReportHeader,
  type ReportRecord,
  type ReportTotals,
  type SpfAuthResult,
} from "./report.ts";
