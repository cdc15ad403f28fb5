export type { Event } from "./create-event.ts";
export {
  createAlertTriggered,
  createAttentionChanged,
  createDnsChanged,
  createDomainVerified,
} from "./domain-events.ts";
export { createReportFailure, createReportReceived, type FailingMail, failingSourcesMax } from "./report-events.ts";
