import { describeChange, type SeenRecord, toRecordValue } from "@ruaflow/dns/watched-records";
import { DNS_VALUE_CHARS_MAX, type KnownRecord, type NewDnsHistoryEntry } from "@ruaflow/metadata-store/watch";
import { createDnsChanged } from "@ruaflow/webhooks/events";

interface CheckOrigin {
  readonly organizationId: string;
  readonly domainId: string;
  /** Lower-case A-label. */
  readonly domain: string;
  readonly clientReference: string | null;
  /** Time of the check. */
  readonly createdAt: Date;
}

/**
 * Turns the results of a check into history entries: a change has an event; a first value has none, also the first value at
 * a new name. A failed lookup yields no entry.
 */
export function toNewEntries(
  origin: CheckOrigin,
  seen: readonly SeenRecord[],
  known: readonly KnownRecord[],
): NewDnsHistoryEntry[] {
  return seen.flatMap(({ record, host, answer }): NewDnsHistoryEntry[] => {
    if (answer.kind === "failed") return [];
    const newValue = toRecordValue(record, answer.texts, DNS_VALUE_CHARS_MAX);
    const last = known.find((one) => one.record === record && one.host === host);
    const facts = { record, host, newValue, checkedAt: origin.createdAt };
    if (last === undefined) return [{ ...facts, oldValue: null, differences: [], event: null }];
    if (last.value === newValue) return [];
    const differences = describeChange(record, last.value, newValue);
    const event = createDnsChanged({ ...origin, record, host, oldValue: last.value, newValue, differences });
    return [{ ...facts, oldValue: last.value, differences, event }];
  });
}
