import { createHash } from "node:crypto";
import { toOrganizationalDomain } from "@ruaflow/dmarc/organizational-domain";
import { shippedServices } from "@ruaflow/senders";

/** Rules are improved on one half of the owners, and measured on the other. */
export const HALVES = ["development", "held-out"] as const;

export type Half = (typeof HALVES)[number];

/** The half of an owner: development where the first byte of the SHA-256 of its name is even. */
export function toHalf(owner: string): Half {
  return (createHash("sha256").update(owner).digest()[0] ?? 0) % 2 === 0 ? "development" : "held-out";
}

/** All subdomains are of one owner. */
export const toOwner = (domain: string): string => toOrganizationalDomain(domain) ?? domain;

/** What of a record names the keys that signed. */
interface SignedRecord {
  readonly count: number;
  readonly policyEvaluated: { readonly dkim: string };
  readonly authResults: { readonly dkim: readonly { readonly selector?: string | null; readonly result: string }[] };
}

const ofServices = new Set(shippedServices.flatMap(({ selectors }) => selectors));

/**
 * The owner of a file of the shared corpus, whose domain is made up for that file: the selector of most messages that pass, unless many
 * owners use the same one because a service asks for it. So the reports of an owner with a key of its own stand in one half.
 */
export function toCorpusOwner(domain: string, records: readonly SignedRecord[]): string {
  const counts = new Map<string, number>();
  for (const { count, policyEvaluated, authResults } of records) {
    if (policyEvaluated.dkim !== "pass") continue;
    for (const { selector, result } of authResults.dkim)
      if (result === "pass" && selector && !ofServices.has(selector))
        counts.set(selector, (counts.get(selector) ?? 0) + count);
  }
  const [most] = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return most === undefined ? domain : most[0];
}
