import type { Dns } from "../txt-lookup.ts";
import { isDmarcRecord } from "./dmarc-record.ts";
import { findInheritedPolicy } from "./inherited-policy.ts";
import { findMisplaced } from "./misplaced-records.ts";
import { isMtaStsRecord } from "./mta-sts-record.ts";
import { toAuthorizationName } from "./report-authorization.ts";
import { type Claim, listRequiredRecords } from "./required-records.ts";
import { type SeenRecord, type WatchedRecord, watchedRecords } from "./seen-record.ts";

/** Which texts at a record's name belong to the record: others at the name serve other purposes. */
const belongsTo: Readonly<Record<WatchedRecord, (text: string) => boolean>> = {
  dmarc: isDmarcRecord,
  mta_sts: isMtaStsRecord,
  verification: () => true,
  report_authorization: isDmarcRecord,
};

/** The full name of every watched record of a claim; `null`: receivers do not require the authorization. */
export function listAllRecords(claim: Claim): Record<Exclude<WatchedRecord, "report_authorization">, string> & {
  readonly report_authorization: string | null;
} {
  const { dmarc, mtaSts, verification } = listRequiredRecords(claim);
  return {
    dmarc: dmarc.name,
    mta_sts: mtaSts.name,
    verification: verification.name,
    report_authorization: toAuthorizationName(claim),
  };
}

/**
 * Looks up every watched record of a claim; the authorization only where receivers require it. Records at reserved names are left
 * out: DNS does not have them (RFC 6761).
 */
export async function lookUpWatchedRecords(dns: Dns, claim: Claim): Promise<SeenRecord[]> {
  const seen = await Promise.all(watchedRecords.map((record) => lookUpRecord(dns, claim, record)));
  return seen.filter((one) => one !== null).filter(({ answer }) => answer.kind !== "failed" || !answer.isReserved);
}

/**
 * Looks up one record. Where it is not published it also finds the policy that the domain inherits, and whether the record was
 * published at a wrong name. `null`: receivers do not require it.
 */
export async function lookUpRecord(dns: Dns, claim: Claim, record: WatchedRecord): Promise<SeenRecord | null> {
  const host = listAllRecords(claim)[record];
  if (host === null) return null;
  const seen = { record, host, answer: await dns.lookUpTxt(host) };
  if (seen.answer.kind === "failed") return seen;
  const hasDmarc = record === "dmarc" && seen.answer.texts.some(isDmarcRecord);
  const inherited = record === "dmarc" && !hasDmarc ? await findInheritedPolicy(dns, claim.domain) : undefined;
  const isAbsent = seen.answer.texts.length === 0 && inherited?.kind !== "found";
  const misplaced = isAbsent ? await findMisplaced(dns, claim, { record, host }) : null;
  return { ...seen, ...(inherited && { inherited }), ...(misplaced && { misplaced }) };
}

/** Control characters: some cannot be stored, and line breaks would split a text, which must be one line. */
const controlCharacters = /\p{Cc}/gu;

/**
 * Turns a record into one text that can be stored and compared: its texts sorted, one on each line, cut to `charsMax`
 * UTF-16 units. `null`: the record does not exist.
 */
export function toRecordValue(record: WatchedRecord, texts: readonly string[], charsMax: number): string | null {
  const own = texts.filter(belongsTo[record]).map((text) => text.replace(controlCharacters, "\u{fffd}").trim());
  if (own.length === 0) return null;
  return [...new Set(own)].sort().join("\n").slice(0, charsMax).toWellFormed();
}
