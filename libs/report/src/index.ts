export { type Channel, channelKinds, channels, channelsInWords } from "./channel.ts";
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
export { type Trust, trusts } from "./trust.ts";
