export { type AddressRanges, parseAddressRanges } from "./address/address-ranges.ts";
export { checkWebhookUrl, type WebhookUrlCheck, type WebhookUrlProblem } from "./address/check-webhook-url.ts";
export { isPublicAddress } from "./address/classify-address.ts";
export { type Event, type EventOrigin, eventBytesMax } from "./events/create-event.ts";
export {
  type AlertFacts,
  createAlertTriggered,
  createDnsChanged,
  createDomainVerified,
  type DnsChangedFacts,
  type DomainVerifiedFacts,
} from "./events/domain-events.ts";
export { createEnvelopeSchema, describeEventType, eventTypes, isEventType } from "./events/event-types.ts";
export type { EventData, EventType } from "./events/payloads.ts";
export {
  createReportFailure,
  createReportReceived,
  type FailingMail,
  type FailingSource,
  failingSourcesMax,
  type ReportFacts,
} from "./events/report-events.ts";
export { sampleEvent } from "./events/sample-event.ts";
export { decideNextStep, type NextStep, retriesMax, type Schedule } from "./retry-schedule.ts";
export { type AttemptError, type AttemptOutcome, isDelivered, isGone } from "./send/attempt-outcome.ts";
export { createSender, type Sender, type SenderOptions, type SendRequest } from "./send/create-sender.ts";
export { toSenderOptions, webhookSenderSettings } from "./settings.ts";
export { createSignatureHeaders, createWebhookSecret, isUsableSecret } from "./signature.ts";
export { readVerificationSnippets, type VerificationSnippet } from "./verification-snippets.ts";
