import type { Dns } from "../txt-lookup.ts";
import { chooseDmarcRecord, type DmarcRecord } from "./dmarc-record.ts";
import type { InheritedPolicy } from "./seen-record.ts";

/** Lookups of one tree walk, including that of the domain itself (RFC 9989, section 4.10). */
const LOOKUPS_MAX = 8;

/**
 * Finds the policy of a domain that has no DMARC record of its own, by the tree walk of RFC 9989, section 4.10: the record of its
 * organizational domain or, where that has none, of its public suffix. A record with `psd=n` ends the walk.
 *
 * @param domain lower-case A-label
 */
export async function findInheritedPolicy(dns: Dns, domain: string): Promise<InheritedPolicy> {
  const parents = listWalk(domain);
  const answers = await Promise.all(parents.map((parent) => dns.lookUpTxt(`_dmarc.${parent}`)));
  const found: { readonly from: string; readonly record: DmarcRecord }[] = [];
  for (const [index, answer] of answers.entries()) {
    const record = answer.kind === "answered" ? chooseDmarcRecord(answer.texts) : null;
    const from = parents[index];
    if (record === null || from === undefined) continue;
    const psd = record.tags.get("psd")?.toLowerCase();
    const nearest = found.at(-1);
    // Below a public suffix lies the organizational domain, whose own record comes first.
    if (psd === "y") return toFound(nearest?.from === toOrganization(domain, from) ? nearest : { from, record });
    found.push({ from, record });
    if (psd === "n") break;
  }
  const failed = answers.find((answer) => answer.kind === "failed");
  return found.length === 0 && failed ? { kind: "failed", reason: failed.reason } : toFound(found.at(-1));
}

/** The policy of existing subdomains is `sp` or, without it, `p` (RFC 9989, section 4.7). */
function toFound(found: { readonly from: string; readonly record: DmarcRecord } | undefined): InheritedPolicy {
  if (found === undefined) return { kind: "none" };
  const { from, record } = found;
  return { kind: "found", from, record: { ...record, policy: record.subdomainPolicy ?? record.policy } };
}

/** The name one label below a public suffix. */
function toOrganization(domain: string, suffix: string): string {
  return domain
    .split(".")
    .slice(-(suffix.split(".").length + 1))
    .join(".");
}

/** The parents that are asked, nearest first: of a long name only the last seven labels count. */
function listWalk(domain: string): string[] {
  const labels = domain.split(".");
  const parents = labels.map((_, index) => labels.slice(index + 1).join("."));
  return parents.slice(0, -1).slice(-(LOOKUPS_MAX - 1));
}
