export type { AlertDomain } from "./alert-domains.ts";
export { type Alert, type AlertChange, type AlertFacts, alertRules, alertStates } from "./alerts.ts";
export { type DueDomain, UNPROVEN_DAYS_MAX } from "./dns-checks.ts";
export {
  DNS_HISTORY_MAX,
  DNS_VALUE_CHARS_MAX,
  type DnsHistoryEntry,
  type NewDnsHistoryEntry,
} from "./dns-history.ts";
export type { LastCheck, NewCheckedRecord } from "./domain-dns.ts";
export type { Silence } from "./silences.ts";
export type { Change, CopiedAttention, CopiedDomain, CopiesRequest } from "./sql-copies.ts";
export type { WatchStore } from "./watch-store.ts";
