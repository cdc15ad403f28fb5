import { isDmarcRecord } from "./dmarc-record.ts";
import { isMtaStsRecord } from "./mta-sts-record.ts";
import { toAuthorizationName } from "./report-authorization.ts";
import { type Claim, listRequiredRecords } from "./required-records.ts";
import type { Dns, TxtAnswer } from "./txt-lookup.ts";

/** The records of a domain that are worth watching. */
export type WatchedRecord = "dmarc" | "mta_sts" | "verification" | "report_authorization";

/** What one look has shown of a record. */
export interface SeenRecord {
  readonly record: WatchedRecord;
  /** The whole name at which it was looked up. */
  readonly host: string;
  readonly answer: TxtAnswer;
}

/** What was there, as the texts that count for the record: the others at its name belong to somebody else. */
const counts: Readonly<Record<WatchedRecord, (text: string) => boolean>> = {
  dmarc: isDmarcRecord,
  mta_sts: isMtaStsRecord,
  verification: () => true,
  report_authorization: isDmarcRecord,
};

/** Looks up every record of a claim that is worth watching; the authorization only where receivers need it. */
export async function lookUpWatchedRecords(dns: Dns, claim: Claim): Promise<SeenRecord[]> {
  const { dmarc, mtaSts, verification } = listRequiredRecords(claim);
  const authorization = toAuthorizationName(claim);
  const names: [WatchedRecord, string][] = [
    ["dmarc", dmarc.name],
    ["mta_sts", mtaSts.name],
    ["verification", verification.name],
    ...(authorization === null ? [] : [["report_authorization", authorization] satisfies [WatchedRecord, string]]),
  ];
  return Promise.all(names.map(async ([record, host]) => ({ record, host, answer: await dns.lookUpTxt(host) })));
}

/** Characters that a database cannot keep, and those that end a line: each text of a record is one line. */
const unkeepable = /\p{Cc}/gu;

/**
 * A record as one text that can be kept and compared: its texts in an order that stays the same, one on each line, cut to
 * `charsMax` UTF-16 units. `null`: there is none.
 */
export function toRecordValue(record: WatchedRecord, texts: readonly string[], charsMax: number): string | null {
  const own = texts.filter(counts[record]).map((text) => text.replace(unkeepable, "\u{fffd}").trim());
  if (own.length === 0) return null;
  return [...new Set(own)].sort().join("\n").slice(0, charsMax).toWellFormed();
}
