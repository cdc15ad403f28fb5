import { getDomain, parse } from "tldts";
import { toDomainName } from "./domain-name.ts";

/**
 * The organizational domain of a name by the Public Suffix List (RFC 7489, section 3.2), `null` for text that is not a
 * domain name with at least two labels. Names below a suffix that a company runs for its customers, such as
 * `github.io`, have different organizations.
 */
export function toOrganizationalDomain(text: string): string | null {
  const name = toDomainName(text.trim());
  if (name === null || !name.includes(".")) return null;
  return getDomain(name, { allowPrivateDomains: true, validateHostname: false }) ?? name;
}

/** Top-level domains of no registry (RFC 2606, RFC 6762), which private networks and tests use. */
const specialUse = /\.(?:example|invalid|local|localhost|test)$/;

/** Whether a name ends in a top-level domain that exists: `st.john` does not. Expects a name from `toDomainName`. */
export function hasTopLevelDomain(name: string): boolean {
  return specialUse.test(name) || parse(name, { validateHostname: false }).isIcann === true;
}
