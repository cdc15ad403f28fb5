import { isIP } from "node:net";
import type { ReportRecord } from "@ruaflow/dmarc";
import { encodeJson } from "./encode-json.ts";
import { recordColumns } from "./record-columns.ts";

const ORDINAL_MAX = 2 ** 32 - 1;

/**
 * Encodes one record as comma-separated JSON values without line breaks: a JSONCompactEachRow row without the report's
 * constants. Messages of the log contain records in this form.
 *
 * @throws RangeError when the count, ordinal or address cannot be stored: such a line would fail its whole batch.
 */
export function encodeRecord(record: ReportRecord): string {
  assertStorable(record);
  return encodeJson(recordColumns.map((column) => column.write(record))).slice(1, -1);
}

/** The ordinal of an encoded record. */
export function readOrdinal(line: string): number {
  return Number.parseInt(line, 10);
}

function assertStorable({ ordinal, count, sourceIp }: ReportRecord): void {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new RangeError(`count ${count} is not a whole number of messages`);
  if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal > ORDINAL_MAX) throw new RangeError(`ordinal ${ordinal}`);
  if (isIP(sourceIp) === 0) throw new RangeError("source address is neither IPv4 nor IPv6");
}
