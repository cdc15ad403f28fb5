import { encodeByForm } from "../fields/encode-by-form.ts";
import type { ReportRecord } from "../report.ts";

/**
 * Encodes one record as comma-separated JSON values without line breaks, in the order of the table of fields: a
 * JSONCompactEachRow row without the report's constants. Messages of the log contain records in this form.
 *
 * @throws RangeError when the count, ordinal or address cannot be stored: such a line would fail its whole batch.
 */
export function encodeRecord(record: ReportRecord): string {
  return encodeByForm(record).join(",");
}

/** The ordinal of an encoded record. */
export function readOrdinal(line: string): number {
  return Number.parseInt(line, 10);
}
