import { evaluateDmarc } from "mailauth/lib/dmarc/index.js";
import type { SentBy } from "./check-spf.ts";
import type { MailProof, ProvenBy } from "./mail-authentication.ts";
import { toOwnDomain } from "./names/customer-zones.ts";
import type { Resolve } from "./resolver.ts";
import type { StatedSignature } from "./signed-text.ts";

/** The domain in question, and those that a mail has proven. */
export interface Identities {
  readonly fromDomain: string;
  /** From addresses, all of this domain. */
  readonly from: readonly string[];
  /** Valid signatures that count. */
  readonly signed: readonly StatedSignature[];
  /** `null`: SPF was not checked. */
  readonly sent: SentBy | null;
}

interface FoundProof {
  readonly provenBy: ProvenBy;
  readonly proof: MailProof | null;
}

const nothing: FoundProof = { provenBy: "none", proof: null };

/** What proves the From domain, a signature before SPF; `null`: DNS did not answer whether there is a DMARC record. */
export async function findProof(
  { fromDomain, from, signed, sent }: Identities,
  resolve: Resolve,
): Promise<FoundProof | null> {
  const isSent = sent?.result === "pass" && isAligned(sent.domain, fromDomain);
  // DNS may say that a name of a customer belongs to the company.
  const aligned = signed.filter(({ domain }) => isAligned(domain, fromDomain));
  const { response } = await evaluateDmarc({
    headerFrom: [...from],
    fromFields: 1,
    spfDomains: isSent ? [sent.domain] : [],
    dkimDomains: aligned.map(({ domain }) => ({ domain })),
    resolver: resolve,
  });
  const result = response === false ? "none" : response.status.result;
  if (result === "temperror") return null;
  if (response !== false && result === "pass") {
    const domainOfProof = response.alignment?.dkim?.result;
    const signature = aligned.find(({ domain }) => domain === domainOfProof);
    return { provenBy: "dmarc", proof: signature ? toProof(signature) : toSpfProof(sent) };
  }
  if (result !== "none") return nothing;
  const [signature] = aligned;
  if (signature) return { provenBy: "dkim", proof: toProof(signature) };
  return isSent ? { provenBy: "spf", proof: toSpfProof(sent) } : nothing;
}

/** True if two names belong to the same own domain. */
export function isAligned(domain: string, fromDomain: string): boolean {
  return toOwnDomain(domain) === toOwnDomain(fromDomain);
}

function toProof({ domain, selector, fields }: StatedSignature): MailProof {
  return { kind: "dkim", domain, selector, signedFields: fields };
}

function toSpfProof(sent: SentBy | null): MailProof | null {
  return sent && { kind: "spf", domain: sent.domain, selector: null, signedFields: [] };
}
