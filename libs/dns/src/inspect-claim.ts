import {
  compareDmarc,
  compareMtaSts,
  compareVerification,
  type DmarcComparison,
  type RecordComparison,
} from "./compare-records.ts";
import { compareAuthorization } from "./report-authorization.ts";
import { type Claim, listRequiredRecords } from "./required-records.ts";
import type { Dns, TxtAnswer } from "./txt-lookup.ts";
import type { SeenRecord, WatchedRecord } from "./watched-records.ts";

/** The proof that a claim is made by the owner of the name. */
export interface ProofInspection {
  readonly dmarc: DmarcComparison;
  readonly verification: RecordComparison;
  /** `null`: not proven, or a lookup failed. */
  readonly proof: "token" | "mailbox" | null;
}

/**
 * Checks whether a claim is proven now. It needs a published DMARC record and either the claim's token or the claim's
 * mailbox in that record's rua.
 */
export async function inspectProof(dns: Dns, claim: Claim): Promise<ProofInspection> {
  const required = listRequiredRecords(claim);
  const [dmarcAnswer, verificationAnswer] = await Promise.all([
    dns.lookUpTxt(required.dmarc.name),
    dns.lookUpTxt(required.verification.name),
  ]);
  const dmarc = compareDmarc(claim, dmarcAnswer);
  const verification = compareVerification(claim, verificationAnswer);
  return { dmarc, verification, proof: chooseProof(dmarc, verification) };
}

/**
 * Whether two answers prove a claim, by the rule of `inspectProof`. `null` when a lookup failed that decides it: a failed
 * lookup never counts as a missing record.
 */
export function isProvenBy(
  claim: Claim,
  { dmarc, verification }: { readonly dmarc: TxtAnswer; readonly verification: TxtAnswer },
): boolean | null {
  const proof = chooseProof(compareDmarc(claim, dmarc), compareVerification(claim, verification));
  if (proof !== null) return true;
  return dmarc.kind === "failed" || verification.kind === "failed" ? null : false;
}

function chooseProof(dmarc: DmarcComparison, verification: RecordComparison): "token" | "mailbox" | null {
  if (dmarc.record === null) return null;
  if (verification.state === "ok") return "token";
  return dmarc.state === "ok" ? "mailbox" : null;
}

const comparisons: Readonly<Record<WatchedRecord, (claim: Claim, answer: TxtAnswer) => RecordComparison>> = {
  dmarc: compareDmarc,
  mta_sts: compareMtaSts,
  verification: compareVerification,
  report_authorization: compareAuthorization,
};

/** Compares a record of a claim, as it was looked up, with what is required. */
export function compareRecord(claim: Claim, { record, answer }: SeenRecord): RecordComparison {
  return comparisons[record](claim, answer);
}
