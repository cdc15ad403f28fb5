export { type Channel, channelKinds, channels, type Trust, trusts } from "./origin.ts";
export {
  type AuthResults,
  type DateRange,
  type DkimAuthResult,
  isDmarcPass,
  type PolicyOverrideReason,
  type PolicyPublished,
  type ReportHeader,
  type ReportRecord,
  type ReportTotals,
  type SpfAuthResult,
} from "./report.ts";
