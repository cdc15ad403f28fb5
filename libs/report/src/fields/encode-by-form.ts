import { isIP } from "node:net";
import type { ReportRecord } from "../report.ts";
import { encodeJson } from "./encode-json.ts";
import { fieldForms } from "./forms.ts";

/** Forms with further fields of a record: between them, records are the same. */
export const recordForms = fieldForms.filter(({ record }) => record.length > 0);

const ORDINAL_MAX = 2 ** 32 - 1;

/**
 * A record's values as JSON, a text for each of `recordForms`: what this form adds to the one before.
 *
 * @throws RangeError when the count, ordinal or address cannot be stored: such a line would fail its whole batch.
 */
export function encodeByForm(record: ReportRecord): readonly string[] {
  assertStorable(record);
  return recordForms.map((form) => encodeJson(form.record.map((field) => field.write(record))).slice(1, -1));
}

function assertStorable({ ordinal, count, sourceIp }: ReportRecord): void {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new RangeError(`count ${count} is not a whole number of messages`);
  if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal > ORDINAL_MAX) throw new RangeError(`ordinal ${ordinal}`);
  if (isIP(sourceIp) === 0) throw new RangeError("source address is neither IPv4 nor IPv6");
}
