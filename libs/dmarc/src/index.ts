export type {
  EnvelopeDocument,
  EnvelopeEntry,
  NotAggregateEntry,
  NotAggregateKind,
  RefusedEntry,
} from "./envelope/entry.ts";
export { defaultEnvelopeLimits, type EnvelopeLimits } from "./envelope/limits.ts";
export { type OpenEnvelopeOptions, openEnvelope } from "./envelope/open-envelope.ts";
export { EnvelopeError, type EnvelopeRefusal } from "./envelope/refusal.ts";
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
