import { isIP } from "node:net";
import { isDmarcPass, type ReportRecord } from "@ruaflow/dmarc";
import { encodeJson } from "./encode-json.ts";

/**
 * Columns of `records` that differ from record to record, in the order of {@link encodeRecord}. The ordinal comes first,
 * so that {@link readOrdinal} need not read the rest.
 */
export const recordColumns = [
  "ordinal",
  "source_ip",
  "count",
  "disposition",
  "dkim_alignment",
  "spf_alignment",
  "dmarc_pass",
  "dkim_result",
  "spf_result",
  "header_from",
  "envelope_from",
  "envelope_to",
  "reason_types",
  "reason_comments",
  "dkim_domains",
  "dkim_selectors",
  "dkim_results",
  "dkim_human_results",
  "spf_domains",
  "spf_scopes",
  "spf_results",
  "spf_human_results",
] as const;

const ORDINAL_MAX = 2 ** 32 - 1;

/**
 * Encodes one record as comma-separated JSON values without line breaks: the part of a JSONCompactEachRow row that the
 * report's constants do not hold. This is how records travel in the log.
 *
 * @throws RangeError when the count, ordinal or address could not be stored: such a line would poison its whole batch.
 */
export function encodeRecord(record: ReportRecord): string {
  assertStorable(record);
  return encodeJson(toValues(record)).slice(1, -1);
}

/** The ordinal of an encoded record. */
export function readOrdinal(line: string): number {
  return Number.parseInt(line, 10);
}

function assertStorable({ ordinal, count, sourceIp }: ReportRecord): void {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`count ${count} is no whole number of messages`);
  if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal > ORDINAL_MAX) throw new RangeError(`ordinal ${ordinal}`);
  if (isIP(sourceIp) === 0) throw new RangeError("source address is neither IPv4 nor IPv6");
}

function toValues({ ordinal, sourceIp, count, policyEvaluated, identifiers, authResults }: ReportRecord): unknown[] {
  const { dkim, spf } = authResults;
  return [
    ordinal,
    sourceIp,
    count,
    policyEvaluated.disposition,
    policyEvaluated.dkim,
    policyEvaluated.spf,
    isDmarcPass(policyEvaluated),
    toOneResult(dkim),
    toOneResult(spf),
    identifiers.headerFrom,
    identifiers.envelopeFrom,
    identifiers.envelopeTo,
    policyEvaluated.reasons.map((reason) => reason.type),
    policyEvaluated.reasons.map((reason) => reason.comment),
    dkim.map((result) => result.domain),
    dkim.map((result) => result.selector),
    dkim.map((result) => result.result),
    dkim.map((result) => result.humanResult),
    spf.map((result) => result.domain),
    spf.map((result) => result.scope),
    spf.map((result) => result.result),
    spf.map((result) => result.humanResult),
  ];
}

/** One raw result for a record that may have several: `pass` if any passed, else the first, `none` for none. */
function toOneResult(results: readonly { readonly result: string }[]): string {
  return results.some(({ result }) => result === "pass") ? "pass" : (results[0]?.result ?? "none");
}
