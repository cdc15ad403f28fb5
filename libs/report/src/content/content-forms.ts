import { isIP } from "node:net";
import { encodeJson } from "../fields/encode-json.ts";
import { recordForms } from "../fields/record-fields.ts";
import type { ReportHeader, ReportRecord } from "../report.ts";

/**
 * A report's content in numbered forms. The hash of every stored report is of the bytes of a form, so these never change. Form 1
 * has the texts as releases before form 2 read them; form 2 has the same fields as they are read now. Further fields make a
 * further form, the last one.
 */
export const CONTENT_FORMS = 1 + recordForms.length;

const ORDINAL_MAX = 2 ** 32 - 1;

/**
 * A record's values as JSON, a text for each form of the table of fields: what this form adds to the one before.
 *
 * @throws RangeError when the count, ordinal or address cannot be stored: such a line would fail its whole batch.
 */
export function encodeByForm(record: ReportRecord): readonly string[] {
  assertStorable(record);
  return recordForms.map(({ fields }) => encodeJson(fields.map((field) => field.write(record))).slice(1, -1));
}

function assertStorable({ ordinal, count, sourceIp }: ReportRecord): void {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new RangeError(`count ${count} is not a whole number of messages`);
  if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal > ORDINAL_MAX) throw new RangeError(`ordinal ${ordinal}`);
  if (isIP(sourceIp) === 0) throw new RangeError("source address is neither IPv4 nor IPv6");
}

/** Half a surrogate pair in the policy is an escape here, and U+FFFD in a record: that is how form 1 came to be. */
export function encodeHeader({ policyPublished }: ReportHeader): string {
  const { domain, p, sp, np, adkim, aspf, pct, fo, testing, discoveryMethod } = policyPublished;
  return JSON.stringify({ domain, p, sp, np, adkim, aspf, pct, fo, testing, discoveryMethod });
}
