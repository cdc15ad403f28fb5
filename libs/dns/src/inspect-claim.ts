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

/** What proves that whoever made a claim may speak for the name. */
export interface ProofInspection {
  readonly dmarc: DmarcComparison;
  readonly verification: RecordComparison;
  /** `null`: nothing proves it, or DNS could not be asked for what would. */
  readonly proof: "token" | "mailbox" | null;
}

export interface ClaimInspection extends ProofInspection {
  readonly mtaSts: RecordComparison;
  /** `null`: receivers need none. */
  readonly authorization: RecordComparison | null;
}

/**
 * Looks whether a claim is proven now: a DMARC record is published, and either the claim's token is too or that record's
 * rua has the claim's own mailbox.
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
 * Whether two answers prove a claim, as `inspectProof` has it; `null` when DNS could not be asked for what is needed to
 * say so: that never counts as an absence.
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

/** Looks at every record that has to do with a claim. */
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
