import { isDmarcRecord } from "./dmarc-record.ts";
import { isMtaStsRecord } from "./mta-sts-record.ts";
import { toAuthorizationName } from "./report-authorization.ts";
import { type Claim, listRequiredRecords } from "./required-records.ts";
import type { Dns, TxtAnswer } from "./txt-lookup.ts";

/** The records of a domain that are watched for changes. */
export const watchedRecords = ["dmarc", "mta_sts", "verification", "report_authorization"] as const;

export type WatchedRecord = (typeof watchedRecords)[number];

/** The result of one lookup of a record. */
export interface SeenRecord {
  readonly record: WatchedRecord;
  /** The full name that was looked up. */
  readonly host: string;
  readonly answer: TxtAnswer;
}

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

/** Looks up every watched record of a claim; the authorization only where receivers require it. */
export async function lookUpWatchedRecords(dns: Dns, claim: Claim): Promise<SeenRecord[]> {
  const names = listAllRecords(claim);
  const wanted = watchedRecords.flatMap((record) => {
    const host = names[record];
    return host === null ? [] : [{ record, host }];
  });
  return Promise.all(wanted.map(async ({ record, host }) => ({ record, host, answer: await dns.lookUpTxt(host) })));
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
