export { parentDomains, toDomainName } from "./domain-name.ts";
export type {
  EnvelopeDocument,
  EnvelopeEntry,
  NotAggregateEntry,
  NotAggregateKind,
  RefusedEntry,
} from "./envelope/entry.ts";
export { defaultEnvelopeLimits, type EnvelopeLimits, operatorEnvelopeLimits } from "./envelope/limits.ts";
export { type OpenEnvelopeOptions, openEnvelope } from "./envelope/open-envelope.ts";
export { EnvelopeError, type EnvelopeRefusal } from "./envelope/refusal.ts";
export {
  type ContentHash,
  createContentHash,
  createReportKey,
  type ReportIdentity,
  toReportDay,
  toReportId,
} from "./identity.ts";
export { defaultXmlLimits, operatorXmlLimits, type XmlLimits } from "./parse/limits.ts";
export type { NotAggregate } from "./parse/opening.ts";
export { type ParseOptions, parseReport, parseReportSync } from "./parse/parse-report.ts";
export type { ParsedReport, ParseResult, RefusedReport } from "./parse/parse-result.ts";
export type { RefusalReason } from "./parse/refusal.ts";
export type { OnRecord } from "./parse/report-builder.ts";
export type { ReportWarning, WarningCode } from "./parse/warnings.ts";
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
export type { Channel, Submission } from "./submission.ts";
