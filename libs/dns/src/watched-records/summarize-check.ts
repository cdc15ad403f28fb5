import type { RecordState } from "../compare-records.ts";
import { chooseDmarcRecord, type DmarcPolicy } from "../dmarc-record.ts";
import { compareRecord, isProvenBy } from "../inspect-claim.ts";
import type { Claim } from "../required-records.ts";
import type { TxtAnswer } from "../txt-lookup.ts";
import { type SeenRecord, toRecordValue, type WatchedRecord } from "../watched-records.ts";
import { type KnownValue, listChanges, type RecordChange } from "./list-changes.ts";

/** A record as it was looked up, compared with what is required. */
export interface SummarizedRecord {
  readonly record: WatchedRecord;
  readonly host: string;
  readonly state: RecordState;
  readonly found: readonly string[];
  readonly detail: string;
  /** From `toRecordValue`; absent: the lookup failed. */
  readonly value?: string | null;
}

/** What a check of all records of a claim says. */
export interface CheckSummary {
  readonly records: readonly SummarizedRecord[];
  /** `null`: a lookup failed that decides it. */
  readonly isProven: boolean | null;
  /** Absent: the lookup failed. */
  readonly policy?: DmarcPolicy | null;
  readonly changesSince: (known: readonly KnownValue[]) => readonly RecordChange[];
}

const notQueried: TxtAnswer = { kind: "failed", reason: "not queried" };

/**
 * Summarizes the lookups of `lookUpWatchedRecords`.
 *
 * @param charsMax longest value of a record, in UTF-16 units
 */
export function summarizeCheck(claim: Claim, seen: readonly SeenRecord[], charsMax: number): CheckSummary {
  const find = (wanted: WatchedRecord) => seen.find(({ record }) => record === wanted)?.answer ?? notQueried;
  const dmarc = find("dmarc");
  return {
    records: seen.map((each) => summarizeRecord(claim, each, charsMax)),
    isProven: isProvenBy(claim, { dmarc, verification: find("verification") }),
    ...(dmarc.kind === "answered" && { policy: chooseDmarcRecord(dmarc.texts)?.policy ?? null }),
    changesSince: (known) => listChanges(seen, known, charsMax),
  };
}

function summarizeRecord(claim: Claim, seen: SeenRecord, charsMax: number): SummarizedRecord {
  const { record, host, answer } = seen;
  const { state, found, detail } = compareRecord(claim, seen);
  const value = answer.kind === "failed" ? undefined : toRecordValue(record, answer.texts, charsMax);
  return { record, host, state, found, detail, ...(value !== undefined && { value }) };
}
