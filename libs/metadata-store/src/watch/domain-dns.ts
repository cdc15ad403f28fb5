import { type Queryable, toStorableText } from "@ruaflow/postgres";
import { toTable } from "@ruaflow/postgres/table";
import type { ReportMailbox } from "../domains/listed-domains.ts";
import { isAlive } from "../reports/living-domains.ts";
import { DNS_VALUE_CHARS_MAX, type KnownRecord, type WatchedRecordName } from "./dns-history.ts";

/** What a check found of a record, compared with what is required. */
export interface CheckedRecord {
  readonly record: WatchedRecordName;
  /** The full name that was looked up. */
  readonly host: string;
  /** `unknown`: DNS did not answer. */
  readonly state: "ok" | "missing" | "different" | "unknown";
  /** The texts that are published; the first 10 in order are kept, each cut to 1,024 characters. */
  readonly found: readonly string[];
  /** For people: what is wrong and how to fix it. */
  readonly detail: string;
}

/** A record of the last check, judged with what is known of reports: `ok` also where they come to the organization's own mailbox. */
export interface LastCheck extends CheckedRecord {
  readonly mailbox: ReportMailbox | null;
  /** The parent domain whose DMARC record counts; `null`: the domain's own. */
  readonly inheritedFrom: string | null;
  /** Faults of the DMARC record that counts: the tag, what is wrong, and what receivers do. */
  readonly warnings: readonly string[];
  readonly checkedAt: Date;
}

/** A record of a new check. */
export interface NewCheckedRecord extends CheckedRecord {
  /** As the history compares it; `null`: it does not exist; absent: DNS did not answer. */
  readonly value?: string | null;
  /** The parent domain whose DMARC record counts; absent: the domain's own. */
  readonly inheritedFrom?: string;
  /** The addresses of a valid DMARC record that names no mailbox of the service; at most 100. */
  readonly otherAddresses?: readonly string[];
  /** Faults of the DMARC record; at most 30 are kept, each cut to 600 characters. */
  readonly warnings?: readonly string[];
}

const FOUND_MAX = 10;
const FOUND_CHARS_MAX = 1024;
const DETAIL_CHARS_MAX = 2000;
const WARNINGS_MAX = 30;
const WARNING_CHARS_MAX = 600;

/** What the last check found of each record of a domain; empty: it was never checked. */
export async function readLastCheck(
  database: Queryable,
  organizationId: string,
  domainId: string,
): Promise<LastCheck[]> {
  return database.query<LastCheck & Record<string, unknown>>(
    `SELECT j.record, j.host, j.state, j.found, j.detail, j.checked_at AS "checkedAt", j.mailbox,
       j.inherited_from AS "inheritedFrom", r.warnings
     FROM judged_dns j JOIN domain_dns r USING (domain_id, record)
     WHERE j.organization_id = $1 AND domain_id = $2
       AND EXISTS (SELECT 1 FROM domains WHERE id = $2 AND organization_id = $1 AND ${isAlive})`,
    [organizationId, domainId],
  );
}

/** The last known value of each record. The caller holds the lock on the domain's row. */
export async function readKnownRecords(transaction: Queryable, domainId: string): Promise<KnownRecord[]> {
  return transaction.query<{ record: WatchedRecordName; host: string; value: string | null }>(
    // Of domains that were last checked by an earlier release only the history knows.
    `SELECT DISTINCT ON (record) record, host, value FROM (
       SELECT record, known_host AS host, known_value AS value, NULL AS id FROM domain_dns
       WHERE domain_id = $1 AND known_host IS NOT NULL
       UNION ALL SELECT record, host, new_value, id FROM dns_history WHERE domain_id = $1
     ) AS known ORDER BY record, id DESC NULLS FIRST`,
    [domainId],
  );
}

interface NewCheck {
  readonly domainId: string;
  readonly checkedAt: Date;
  readonly records: readonly NewCheckedRecord[];
  /** The history follows the domain's records. */
  readonly isWatched: boolean;
}

/** Replaces what is known of a domain's records. The caller holds the lock on the domain's row. */
export async function saveCheckedRecords(
  transaction: Queryable,
  organizationId: string,
  { domainId, checkedAt, records, isWatched }: NewCheck,
): Promise<void> {
  // Nothing was looked up: what is known stays.
  if (records.length === 0) return;
  await transaction.query("DELETE FROM domain_dns WHERE domain_id = $1 AND record <> ALL($2)", [
    domainId,
    records.map(({ record }) => record),
  ]);
  const table = toTable<NewCheckedRecord>(
    records,
    [
      ["record", "text", ({ record }) => record],
      ["host", "text", ({ host }) => host],
      ["state", "text", ({ state }) => state],
      ["found", "jsonb", ({ found }) => JSON.stringify(toKept(found))],
      ["detail", "text", ({ detail }) => toStorableText(detail, DETAIL_CHARS_MAX)],
      ["known_host", "text", ({ host, value }) => (isWatched && value !== undefined ? host : null)],
      ["known_value", "text", ({ value }) => value && toStorableText(value, DNS_VALUE_CHARS_MAX)],
      ["inherited_from", "text", ({ inheritedFrom }) => inheritedFrom ?? null],
      ["other_addresses", "jsonb", ({ otherAddresses }) => toAddresses(otherAddresses)],
      ["warnings", "jsonb", ({ warnings = [] }) => JSON.stringify(toKeptWarnings(warnings))],
    ],
    { alias: "c", after: 3 },
  );
  await transaction.query(
    `INSERT INTO domain_dns AS k
       (domain_id, organization_id, checked_at, record, host, state, found, detail, known_host, known_value,
        inherited_from, other_addresses, warnings)
     SELECT $1, $2, $3, record, host, state, ARRAY(SELECT jsonb_array_elements_text(found)), detail, known_host,
       CASE WHEN known_host IS NOT NULL THEN known_value END, inherited_from,
       CASE WHEN other_addresses IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(other_addresses)) END,
       ARRAY(SELECT jsonb_array_elements_text(warnings)) FROM ${table.sql}
     ON CONFLICT (domain_id, record) DO UPDATE SET checked_at = excluded.checked_at, host = excluded.host,
       state = excluded.state, found = excluded.found, detail = excluded.detail,
       inherited_from = excluded.inherited_from, other_addresses = excluded.other_addresses,
       warnings = excluded.warnings,
       known_host = coalesce(excluded.known_host, k.known_host),
       known_value = CASE WHEN excluded.known_host IS NULL THEN k.known_value ELSE excluded.known_value END`,
    [domainId, organizationId, checkedAt, ...table.values],
  );
}

/** Longest mail address (RFC 5321, section 4.5.3.1). */
const ADDRESS_CHARS_MAX = 320;

function toAddresses(addresses: readonly string[] | undefined): string | null {
  return addresses === undefined
    ? null
    : JSON.stringify(addresses.map((one) => toStorableText(one, ADDRESS_CHARS_MAX)));
}

function toKeptWarnings(warnings: readonly string[]): string[] {
  return warnings.slice(0, WARNINGS_MAX).map((text) => toStorableText(text, WARNING_CHARS_MAX));
}

/** Published texts are untrusted: they are bounded, and sorted so that their order is stable. */
function toKept(found: readonly string[]): string[] {
  const texts = found.map((text) => toStorableText(text, FOUND_CHARS_MAX));
  return texts.sort().slice(0, FOUND_MAX);
}
