import { compareDmarc } from "../records/compare-dmarc.ts";
import type { RecordState } from "../records/compare-records.ts";
import type { DmarcPolicy } from "../records/dmarc-record.ts";
import { compareRecord, isProvenBy, notQueried } from "../records/inspect-claim.ts";
import type { Claim } from "../records/required-records.ts";
import type { SeenRecord, WatchedRecord } from "../records/seen-record.ts";
import { toRecordValue } from "../records/watched-records.ts";
import { type KnownValue, listChanges, type RecordChange } from "./list-changes.ts";

/** A record as it was looked up, compared with what is required. */
export interface SummarizedRecord {
  readonly record: WatchedRecord;
  readonly host: string;
  readonly state: RecordState;
  readonly found: readonly string[];
  readonly detail: string;
  readonly inheritedFrom?: string;
  readonly otherAddresses?: readonly string[];
  readonly warnings?: readonly string[];
  /** From `toRecordValue`; absent: the lookup failed. */
  readonly value?: string | null;
}

/** What a check of all records of a claim says. */
export interface CheckSummary {
  readonly records: readonly SummarizedRecord[];
  /** `null`: a lookup failed that decides it. */
  readonly isProven: boolean | null;
  /** Of the published or inherited record. Absent: the lookup failed. */
  readonly policy?: DmarcPolicy | null;
  /** The parent domain whose policy it is; `null`: the domain's own, or none. Absent: the lookup failed. */
  readonly policyFrom?: string | null;
  readonly changesSince: (known: readonly KnownValue[]) => readonly RecordChange[];
}

/**
 * Summarizes the lookups of `lookUpWatchedRecords`.
 *
 * @param charsMax longest value of a record, in UTF-16 units
 */
export function summarizeCheck(claim: Claim, seen: readonly SeenRecord[], charsMax: number): CheckSummary {
  const find = (wanted: WatchedRecord) => seen.find(({ record }) => record === wanted) ?? notQueried;
  const dmarc = compareDmarc(claim, find("dmarc"));
  return {
    records: seen.map((each) => summarizeRecord(claim, each, charsMax)),
    isProven: isProvenBy(claim, { dmarc: find("dmarc"), verification: find("verification") }),
    ...(dmarc.state !== "unknown" && {
      policy: dmarc.record?.policy ?? null,
      policyFrom: dmarc.inheritedFrom ?? null,
    }),
    changesSince: (known) => listChanges(seen, known, charsMax),
  };
}

function summarizeRecord(claim: Claim, seen: SeenRecord, charsMax: number): SummarizedRecord {
  const { record, host, answer } = seen;
  const { state, found, detail, inheritedFrom, otherAddresses, warnings } = compareRecord(claim, seen);
  const value = answer.kind === "failed" ? undefined : toRecordValue(record, answer.texts, charsMax);
  return {
    ...{ record, host, state, found, detail },
    ...(inheritedFrom !== undefined && { inheritedFrom }),
    ...(otherAddresses !== undefined && { otherAddresses }),
    ...(warnings !== undefined && { warnings }),
    ...(value !== undefined && { value }),
  };
}
