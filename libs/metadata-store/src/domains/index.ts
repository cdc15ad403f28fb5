export type { DomainClaims } from "./domain-owners.ts";
export type { HeldSubmission } from "./domain-releases.ts";
export type { DomainRetention } from "./domain-retention.ts";
export { type AlertRules, type Domain, type DomainSettings, domainStatuses } from "./domain-rows.ts";
export type { DomainChanges } from "./domain-settings.ts";
export type { OwningClaim } from "./domain-verification.ts";
export type { DomainSort, NewDomain, VouchedDomain } from "./domains.ts";
export type { DomainsStore } from "./domains-store.ts";
export type { Mailbox } from "./mailboxes.ts";
