import { type Queryable, toStorableText } from "@ruaflow/postgres";
import { type Page, type PageRequest, readPage } from "@ruaflow/postgres/page";
import { type SavedEvent, saveEvents } from "../delivery/events.ts";
import { isAlive } from "../reports/living-domains.ts";

/** Maximum number of entries kept for each record of a domain; the newest stay. */
export const DNS_HISTORY_MAX = 100;
/** Longer values are cut, and compared as cut. */
export const DNS_VALUE_CHARS_MAX = 2048;

export type WatchedRecordName = "dmarc" | "mta_sts" | "verification" | "report_authorization";

/** The last known value of a record. */
export interface KnownRecord {
  readonly record: WatchedRecordName;
  readonly host: string;
  /** `null`: the record did not exist. */
  readonly value: string | null;
}

/** The first value found for a record, or a change of it. */
export interface DnsHistoryEntry {
  readonly record: WatchedRecordName;
  readonly host: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  /** In words; empty for the first value. */
  readonly differences: readonly string[];
  readonly checkedAt: Date;
}

export interface NewDnsHistoryEntry extends DnsHistoryEntry {
  /** `null` for the first value. */
  readonly event: SavedEvent | null;
}

interface EntryRow {
  record: WatchedRecordName;
  host: string;
  old_value: string | null;
  new_value: string | null;
  differences: string[];
  checked_at: Date;
}

/** The history of a domain's DNS records, newest entry first. */
export async function listDnsHistory(
  database: Queryable,
  organizationId: string,
  { domainId, ...page }: PageRequest & { readonly domainId: string },
): Promise<Page<DnsHistoryEntry>> {
  const list = {
    columns: "record, host, old_value, new_value, differences, checked_at",
    from: `dns_history WHERE organization_id = $1 AND domain_id = $2
      AND EXISTS (SELECT 1 FROM domains WHERE id = $2 AND organization_id = $1 AND ${isAlive})`,
    order: "id DESC",
    values: [organizationId, domainId],
  };
  const { items, total } = await readPage<EntryRow>(database, list, page);
  return { items: items.map(toEntry), total };
}

/** Adds entries with their events and deletes those beyond the maximum. The caller holds the lock on the domain's row. */
export async function saveDnsEntries(
  transaction: Queryable,
  { organizationId, domainId }: { readonly organizationId: string; readonly domainId: string },
  entries: readonly NewDnsHistoryEntry[],
): Promise<void> {
  for (const { record, host, oldValue, newValue, differences, checkedAt } of entries) {
    const values = [oldValue, newValue].map((value) => value && toStorableText(value, DNS_VALUE_CHARS_MAX));
    await transaction.query(
      `INSERT INTO dns_history (organization_id, domain_id, record, host, old_value, new_value, differences, checked_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [organizationId, domainId, record, host, ...values, differences, checkedAt],
    );
    await transaction.query(
      `DELETE FROM dns_history WHERE domain_id = $1 AND record = $2 AND id <= (
         SELECT id FROM dns_history WHERE domain_id = $1 AND record = $2 ORDER BY id DESC OFFSET $3 LIMIT 1
       )`,
      [domainId, record, DNS_HISTORY_MAX],
    );
  }
  await saveEvents(
    transaction,
    entries.flatMap(({ event }) => event ?? []),
  );
}

function toEntry(row: EntryRow): DnsHistoryEntry {
  return {
    record: row.record,
    host: row.host,
    oldValue: row.old_value,
    newValue: row.new_value,
    differences: row.differences,
    checkedAt: row.checked_at,
  };
}
