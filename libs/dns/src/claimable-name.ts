import { isIP } from "node:net";
import { toDomainName } from "@ruaflow/dmarc";
import { parse } from "tldts";
import { verificationLabel } from "./records/required-records.ts";

/** A name that can be claimed, or why it cannot. */
export type ClaimableName =
  /** @property name lower-case A-label without trailing dot */
  | { readonly ok: true; readonly name: string }
  /** @property detail the rest of a sentence that begins with the name */
  | { readonly ok: false; readonly reason: NameRefusal; readonly detail: string };

export type NameRefusal = "not_a_domain" | "ip_address" | "single_label" | "record_name" | "public_suffix" | "too_long";

/** The longest required record name below the domain must still be a valid name. */
const NAME_CHARS_MAX = 253 - `${verificationLabel}.`.length;

/**
 * Parses a name to be claimed; an internationalized name becomes its A-label. Refuses names that cannot have an owner:
 * addresses, single labels, record names such as `_spf.example.com` (RFC 8552) and public suffixes such as `co.uk`. A
 * suffix that a company runs for its customers, such as `github.io`, has an owner, and only the owner can publish the
 * required records there.
 */
export function readClaimableName(text: string): ClaimableName {
  const given = text.trim().replace(/^\[(.*)\]$/, "$1");
  if (isIP(given.replace(/\.$/, "")) !== 0) return refuse("ip_address", "is an IP address; give a domain name");
  const name = toDomainName(given);
  if (name === null) return refuse("not_a_domain", describeInvalidName(given));
  if (name.length > NAME_CHARS_MAX) {
    return refuse("too_long", `is too long: at most ${NAME_CHARS_MAX} characters leave room for its records`);
  }
  if (!name.includes(".")) return refuse("single_label", "is a single label; give a full name, such as example.com");
  if (/(^|\.)_/.test(name)) {
    const parent = name.replace(/^(.*\.)?_[^.]*\.?/, "");
    return refuse("record_name", `is the name of a DNS record; give the domain itself: ${parent || "example.com"}`);
  }
  const { domain, publicSuffix } = parse(name, { allowPrivateDomains: false, validateHostname: false });
  if (domain === null || publicSuffix === name) {
    return refuse("public_suffix", "is a public suffix, under which many owners register names; give a name below it");
  }
  return { ok: true, name };
}

function refuse(reason: NameRefusal, detail: string): ClaimableName {
  return { ok: false, reason, detail };
}

function describeInvalidName(text: string): string {
  if (text.includes("://")) return "is a URL; give only the domain name, such as example.com";
  if (text.includes("@")) return "is a mail address; give only the domain name, such as example.com";
  return "is not a domain name, such as example.com";
}
