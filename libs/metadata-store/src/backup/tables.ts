/** A table follows those that its rows refer to: in this order they can be loaded. */
const KEPT = [
  "organizations",
  "api_keys",
  "domains",
  "deleted_domains",
  "submissions",
  "submission_bodies",
  "body_objects",
  "arrivals",
  "report_ledger",
  "ledger_state",
  "open_attempts",
  "row_visibility",
  "stored_reports",
  "stored_reports_due",
  "report_sequences",
  "report_days",
  "report_days_due",
  "domain_reports",
  "displaced_reports",
  "late_row_checks",
  "reporters",
  "secrets_key_check",
  "idempotent_requests",
  "webhooks",
  "events",
  "event_listeners",
  "webhook_deliveries",
  "webhook_attempts",
  "domain_watches",
  "domain_dns",
  "dns_history",
  "alerts",
  "attention",
  "mail_verdicts",
  "watch_rounds",
  "reconciliation",
  "sources",
  "source_positions",
  "sender_overrides",
  "saved_views",
] as const;

/** A restored service signs no browser in, revives no shared link that was revoked, keeps no answer of the one before, counts unproven mail anew, and judges all sources again. */
const LEFT_OUT = [
  ...["unproven_mail", "share_links", "sessions", "sign_in_links", "answer_versions", "row_changes"],
  ...["verdict_queue", "verdict_states", "changed_facts"],
] as const;

/** Every table of the metadata store, of this release and of earlier ones; `kept` are those whose rows a backup has. */
export const TABLES = { kept: KEPT, all: [...KEPT, ...LEFT_OUT] } as const;

/** Sequences that belong to no column. */
export const SEQUENCES = ["delivery_leases", "ledger_attempts"] as const;
