/**
 * Every table of the metadata store, of this release and of earlier ones. A table follows those that its rows refer to: in
 * this order they can be loaded.
 */
export const TABLES = [
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
  "dns_history",
  "alerts",
  "watch_rounds",
  "reconciliation",
  "sources",
  "source_positions",
] as const;

/** Sequences that belong to no column. */
export const SEQUENCES = ["delivery_leases", "ledger_attempts"] as const;

export const MIGRATIONS_TABLE = "schema_migrations";

/** A table's rows as PostgreSQL's `COPY` writes them. */
export interface TableColumns {
  /** Qualified, for example `public.domains`. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** The value of a sequence. */
export interface SequenceValue {
  /** Qualified, for example `public.delivery_leases`. */
  readonly name: string;
  /** `null`: it was never used. */
  readonly last: string | null;
}

/** The tables of the metadata store, qualified, as a backup names them. */
export const qualifiedTables: readonly string[] = TABLES.map((table) => `public.${table}`);

/** The name and columns as a `COPY` statement needs them. */
export function toCopyTarget({ name, columns }: TableColumns): string {
  return `${quoteTable(name)} (${columns.map(quote).join(", ")})`;
}

/** A qualified name as SQL: names come from a backup's manifest, which anyone may have written. */
export function quoteTable(name: string): string {
  return name.split(".").map(quote).join(".");
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
