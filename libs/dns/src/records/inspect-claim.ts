import type { Dns } from "../txt-lookup.ts";
import { compareDmarc, type DmarcComparison } from "./compare-dmarc.ts";
import { compareMtaSts, compareVerification, type RecordComparison, type SeenAnswer } from "./compare-records.ts";
import { toMailbox } from "./mailbox.ts";
import { compareAuthorization } from "./report-authorization.ts";
import type { Claim } from "./required-records.ts";
import type { SeenRecord, WatchedRecord } from "./seen-record.ts";
import { lookUpRecord } from "./watched-records.ts";

/** How a claim is proven: by its token, by its mailbox in the rua, or by a parent that its organization has verified. */
export type Proof = "token" | "mailbox" | "parent";

/** The proof that a claim is made by the owner of the name. */
export interface ProofInspection {
  readonly dmarc: DmarcComparison;
  readonly verification: RecordComparison;
  /** `null`: not proven, or a lookup failed. */
  readonly proof: Proof | null;
}

/**
 * Checks whether a claim is proven now. It needs a DMARC record, published or inherited, and either the claim's token, the claim's
 * mailbox in that record's rua, or a parent domain that the same organization has verified.
 */
export async function inspectProof(dns: Dns, claim: Claim): Promise<ProofInspection> {
  const [dmarc, verification] = await Promise.all([
    lookUpRecord(dns, claim, "dmarc"),
    lookUpRecord(dns, claim, "verification"),
  ]);
  return inspectSeen(claim, { dmarc: dmarc ?? notQueried, verification: verification ?? notQueried });
}

interface SeenProof {
  readonly dmarc: SeenAnswer;
  readonly verification: SeenAnswer;
}

export const notQueried: SeenAnswer = { answer: { kind: "failed", reason: "not queried" } };

function inspectSeen(claim: Claim, seen: SeenProof): ProofInspection {
  const dmarc = compareDmarc(claim, seen.dmarc);
  const verification = compareVerification(claim, seen.verification);
  return { dmarc, verification, proof: chooseProof(claim, dmarc, verification) };
}

/**
 * Whether two answers prove a claim, by the rule of `inspectProof`. `null` when a lookup failed that decides it: a failed
 * lookup never counts as a missing record.
 */
export function isProvenBy(claim: Claim, seen: SeenProof): boolean | null {
  const { dmarc, verification, proof } = inspectSeen(claim, seen);
  if (proof !== null) return true;
  return dmarc.state === "unknown" || verification.state === "unknown" ? null : false;
}

function chooseProof(claim: Claim, dmarc: DmarcComparison, verification: RecordComparison): Proof | null {
  const { record, inheritedFrom = claim.domain } = dmarc;
  if (record === null) return null;
  if (verification.state === "ok") return "token";
  if (record.aggregateAddresses.includes(toMailbox(claim))) return "mailbox";
  // A record with psd=n makes an organizational domain: no name above it speaks for it (RFC 9989, section 4.10).
  const isSeparate = record.tags.get("psd")?.toLowerCase() === "n";
  const parents = (claim.parents ?? []).filter(({ domain }) => !isSeparate || isAtOrBelow(domain, inheritedFrom));
  return parents.length === 0 ? null : "parent";
}

function isAtOrBelow(domain: string, top: string): boolean {
  return domain === top || domain.endsWith(`.${top}`);
}

const comparisons: Readonly<Record<WatchedRecord, (claim: Claim, seen: SeenAnswer) => RecordComparison>> = {
  dmarc: compareDmarc,
  mta_sts: compareMtaSts,
  verification: compareVerification,
  report_authorization: compareAuthorization,
};

/** Compares a record of a claim, as it was looked up, with what is required. */
export function compareRecord(claim: Claim, seen: SeenRecord): RecordComparison {
  return comparisons[seen.record](claim, seen);
}
