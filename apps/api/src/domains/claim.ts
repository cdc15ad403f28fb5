import type { Claim, RecordComparison } from "@ruaflow/dns/claims";
import type { Domain } from "@ruaflow/metadata-store/domains";
import type { ApiContext } from "../context.ts";

const FOUND_MAX = 10;
const FOUND_CHARS_MAX = 1024;

/** What to look up in DNS for a domain. */
export function toClaim(
  { name, verificationToken, mailboxToken, createdAt }: Domain,
  { reportDomain }: ApiContext,
): Claim {
  return { domain: name, verificationToken, mailboxToken, createdAt, reportDomain };
}

/** The same, with the parent domains that the organization has verified. */
export async function readClaim(context: ApiContext, organizationId: string, domain: Domain): Promise<Claim> {
  const parents = await context.metadata.domains.listVerifiedParents(organizationId, domain.name);
  return { ...toClaim(domain, context), parents };
}

/**
 * The expected record and what is published. Published texts are untrusted: they are bounded, and sorted so that the
 * order is stable.
 */
export function toCheckBody({ name, state, expected, found, detail }: RecordComparison) {
  const shown = found.map((text) => text.slice(0, FOUND_CHARS_MAX).toWellFormed());
  return { name, state, expected, found: shown.sort().slice(0, FOUND_MAX), detail };
}
