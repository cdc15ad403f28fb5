export type { AlertDomain } from "./alert-domains.ts";
export {
  type Alert,
  type AlertChange,
  type AlertFacts,
  type AlertRule,
  type AlertState,
  alertRules,
  alertStates,
  type ListAlertsOptions,
  type ListedAlert,
} from "./alerts.ts";
export { type ApiKey, LIVE_API_KEYS_MAX, type NewApiKey, type Scope, scopes } from "./api-keys.ts";
export {
  type Arrival,
  type ArrivalOutcome,
  isFinal,
  type ListArrivalsOptions,
  type SavedArrival,
  type SubmissionStatus,
} from "./arrivals.ts";
export type { AuthenticatedKey } from "./authenticate-key.ts";
export {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDetail,
  type DeliveryPlace,
  type DeliveryStatus,
  deliveryStatuses,
  type ListDeliveriesOptions,
} from "./deliveries.ts";
export type { ClaimedDelivery, ClaimOptions } from "./delivery-claims.ts";
export type { Recovered, RecoverOptions } from "./delivery-recovery.ts";
export type { RedeliverResult, TestDelivery } from "./delivery-repeats.ts";
export type { AttemptFacts, DeliveryStep, DisableRule, SavedResult } from "./delivery-results.ts";
export {
  DNS_HISTORY_MAX,
  DNS_VALUE_CHARS_MAX,
  type DnsHistoryEntry,
  type KnownRecord,
  type NewDnsHistoryEntry,
  type WatchedRecordName,
} from "./dns-history.ts";
export { type DnsLook, type SavedLook, UNPROVEN_DAYS_MAX, type WatchedDomain } from "./dns-looks.ts";
export type { DomainToDelete } from "./domain-deletions.ts";
export type { DomainClaim, DomainClaims } from "./domain-owners.ts";
export type { HeldSubmission } from "./domain-releases.ts";
export type { DomainRetention } from "./domain-retention.ts";
export {
  type AlertRules,
  type Domain,
  type DomainSettings,
  type DomainStatus,
  domainStatuses,
  type PublishedPolicy,
} from "./domain-rows.ts";
export type { DomainChanges } from "./domain-settings.ts";
export type { OwningClaim, ProvenClaim, Verification } from "./domain-verification.ts";
export type {
  DomainSort,
  ListDomainsOptions,
  NewDomain,
  SavedDomains,
  VouchedDomain,
  VouchOptions,
} from "./domains.ts";
export { DataFolderInUseError, EmbeddedPostgresError, type Owner } from "./embedded/errors.ts";
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded/start.ts";
export { findRunningOwner, type RunningOwner } from "./embedded/take-over.ts";
export type { EventListener, FeedPlace } from "./event-listeners.ts";
export type { SavedEvent } from "./events.ts";
export type { ClaimResult, ReportClaim } from "./ledger-claims.ts";
export type { ReportCompletion } from "./ledger-completions.ts";
export type { KnownReport, LedgerEntry, LedgerState } from "./ledger-rows.ts";
export type { LedgerDomain, LedgerSums } from "./ledger-sums.ts";
export { createMetadataStore, type MetadataStore, type MetadataStoreOptions } from "./metadata-store.ts";
export { MigrationError, type MigrationStatus, migrate, readMigrationStatus } from "./migrations/run.ts";
export { type Organization, type Plan, plans } from "./organizations.ts";
export type { Page, PageRequest } from "./page.ts";
export type { DaySums, DaysFilter, DaysSource, DomainDay, MessageSums } from "./report-days.ts";
export type { ReportFilter, ReportSummary } from "./report-filter.ts";
export type { ListReportsOptions, ReportSort } from "./report-list.ts";
export { metadataStoreSettings, secretsSettings } from "./settings.ts";
export { StoreUnavailableError } from "./store-error.ts";
export type { ListedFacts } from "./stored-reports.ts";
export {
  createSubmissionId,
  type SmallSubmission,
  SubmissionBodyMissingError,
  type SubmissionFacts,
} from "./submissions.ts";
export { WEBHOOKS_MAX, type Webhook, type WebhookSettings } from "./webhooks.ts";
