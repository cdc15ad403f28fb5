import type { SeenRecord, WatchedRecord } from "../records/seen-record.ts";
import { toRecordValue } from "../records/watched-records.ts";
import { describeChange } from "./describe-change.ts";

/** The value of a record when it was last looked up successfully. */
export interface KnownValue {
  readonly record: WatchedRecord;
  readonly host: string;
  /** `null`: the record did not exist. */
  readonly value: string | null;
}

/** The first value found for a record, or a change of it. */
export interface RecordChange {
  readonly record: WatchedRecord;
  readonly host: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  /** In words; empty for a first value. */
  readonly differences: readonly string[];
  /** True for the first value, also the first one at a new name: it has not been changed. */
  readonly isFirst: boolean;
}

/**
 * What differs from the known values: nothing where a lookup failed, where a record is still what it was, and where one that was not
 * known does not exist.
 */
export function listChanges(
  seen: readonly SeenRecord[],
  known: readonly KnownValue[],
  charsMax: number,
): RecordChange[] {
  return seen.flatMap(({ record, host, answer }): RecordChange[] => {
    if (answer.kind === "failed") return [];
    const newValue = toRecordValue(record, answer.texts, charsMax);
    const last = known.find((one) => one.record === record) ?? { host, value: null };
    if (last.value === newValue) return [];
    const isFirst = last.host !== host || !known.some((one) => one.record === record);
    if (!isFirst)
      return [
        {
          record,
          host,
          oldValue: last.value,
          newValue,
          differences: describeChange(record, last.value, newValue),
          isFirst,
        },
      ];
    return newValue === null ? [] : [{ record, host, oldValue: null, newValue, differences: [], isFirst }];
  });
}
