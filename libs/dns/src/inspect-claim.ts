import {
  compareDmarc,
  compareMtaSts,
  compareVerification,
  type DmarcComparison,
  type RecordComparison,
} from "./compare-records.ts";
import { compareAuthorization, toAuthorizationName } from "./report-authorization.ts";
import { type Claim, listRequiredRecords } from "./required-records.ts";
import type { Dns, TxtAnswer } from "./txt-lookup.ts";

/** The proof that a claim is made by the owner of the name. */
export interface ProofInspection {
  readonly dmarc: DmarcComparison;
  readonly verification: RecordComparison;
  /** `null`: not proven, or a lookup failed. */
  readonly proof: "token" | "mailbox" | null;
}

export interface ClaimInspection extends ProofInspection {
  readonly mtaSts: RecordComparison;
  /** `null`: receivers do not require the record. */
  readonly authorization: RecordComparison | null;
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

/** Checks every record of a claim. */
export async function inspectClaim(dns: Dns, claim: Claim): Promise<ClaimInspection> {
  const authorizationName = toAuthorizationName(claim);
  const [proof, mtaSts, authorization] = await Promise.all([
    inspectProof(dns, claim),
    dns.lookUpTxt(listRequiredRecords(claim).mtaSts.name),
    authorizationName === null ? null : dns.lookUpTxt(authorizationName),
  ]);
  return {
    ...proof,
    mtaSts: compareMtaSts(claim, mtaSts),
    authorization:
      authorizationName === null || authorization === null
        ? null
        : compareAuthorization(authorizationName, authorization),
  };
}
