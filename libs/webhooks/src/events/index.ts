export { EVENT_BYTES_MAX, type Event, type EventOrigin } from "./create-event.ts";
export {
  type AlertFacts,
  createAlertTriggered,
  createDnsChanged,
  createDomainVerified,
  type DnsChangedFacts,
  type DomainVerifiedFacts,
} from "./domain-events.ts";
export {
  createReportFailure,
  createReportReceived,
  type FailingMail,
  type FailingSource,
  failingSourcesMax,
  type ReportFacts,
} from "./report-events.ts";
