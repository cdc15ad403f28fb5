export type { AlertDomain } from "./alert-domains.ts";
export { type Alert, type AlertChange, type AlertFacts, alertRules, alertStates, type ListedAlert } from "./alerts.ts";
export { UNPROVEN_DAYS_MAX, type WatchedDomain } from "./dns-checks.ts";
export {
  DNS_HISTORY_MAX,
  DNS_VALUE_CHARS_MAX,
  type DnsHistoryEntry,
  type KnownRecord,
  type NewDnsHistoryEntry,
} from "./dns-history.ts";
export type { Change, CopiedAttention, CopiedDomain, CopiesRequest } from "./sql-copies.ts";
export type { WatchStore } from "./watch-store.ts";
