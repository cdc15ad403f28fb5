import { brokenSignatures, type GroupFacts, isFailure, isKeyFault, isRefused } from "../group-facts.ts";
import type { Identity } from "../identities.ts";
import { type Citation, sortIdentities } from "./citation.ts";
import { quote } from "./quoting.ts";

/** "example.com (selector s1)": the signature of the domain that says most of why none passes. */
export function citeBroken({ facts }: Citation): string {
  const signature = firstBroken(facts);
  const selector = signature?.selector ?? null;
  return `${quote(signature?.domain ?? facts.from)}${selector === null ? "" : ` (selector ${quote(selector)})`}`;
}

/** What the receivers said of that signature, for each result of RFC 8601 (section 2.7.1), and for any other text. */
export function citeBrokenResult(citation: Citation): string {
  const signature = firstBroken(citation.facts);
  const result = signature?.result ?? "";
  if (isBrokenByChange(citation)) return "the signature fails";
  if (signature !== undefined && isKeyFault(signature)) return `receivers cannot check the signature (${result})`;
  if (signature !== undefined && isRefused(signature))
    return `the receivers' own rules do not accept the signature (${result})`;
  return result === ""
    ? "the report has no result for the signature"
    : `the signature does not pass (${quote(result)})`;
}

/** The signature was checked and is not that of the message: the message was changed, or the key is another one. */
export function isBrokenByChange({ facts }: Citation): boolean {
  const signature = firstBroken(facts);
  return signature !== undefined && isFailure(signature);
}

/** Where the key of that signature has to be: "at s1._domainkey.example.com". */
export function citeKeyPlace({ facts }: Citation): string {
  const signature = firstBroken(facts);
  const domain = signature?.domain ?? facts.from;
  return signature?.selector
    ? `at ${quote(`${signature.selector}._domainkey.${domain}`)}`
    : `below ${quote(`_domainkey.${domain}`)}`;
}

/** The first that fails, else with a result that no standard has, else that cannot be checked, else that is not accepted. */
function firstBroken(facts: GroupFacts): Identity | undefined {
  const broken = sortIdentities(brokenSignatures(facts));
  return (
    broken.find(isFailure) ??
    broken.find((signature) => !isKeyFault(signature) && !isRefused(signature)) ??
    broken.find(isKeyFault) ??
    broken[0]
  );
}
