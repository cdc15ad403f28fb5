import type { Claim } from "@ruaflow/dns/claims";
import type { Domain } from "@ruaflow/metadata-store/domains";
import type { ApiContext } from "../context.ts";

/** What to look up in DNS for a domain. */
export function toClaim(
  { name, verificationToken, mailboxToken, createdAt }: Domain,
  { reportDomain }: ApiContext,
): Claim {
  return { domain: name, verificationToken, mailboxToken, createdAt, reportDomain };
}
