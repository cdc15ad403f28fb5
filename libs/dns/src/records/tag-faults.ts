import { type DmarcTags, parseAddress } from "./dmarc-record.ts";

/** Longest value that is repeated in a sentence, in UTF-16 units. */
const QUOTED_CHARS_MAX = 40;

/** What a tag may say, and what receivers do with any other value. */
interface TagRule {
  readonly isValid: (value: string) => boolean;
  readonly allowed: string;
  readonly otherwise: string;
}

/** Both RFCs have receivers use the default in place of a value that is not valid (RFC 7489, section 6.3; RFC 9989, section 4.7). */
const useDefault = (value: string) => `receivers use ${value}`;
const oneOf = (...values: readonly string[]) => ({
  isValid: (value: string) => values.includes(value.toLowerCase()),
  allowed: `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`,
});
const matching = (pattern: RegExp, allowed: string) => ({ isValid: (value: string) => pattern.test(value), allowed });

/** One that is not valid leaves the whole record without a policy. */
const policyTags = ["p", "sp", "np"];
const policyRule = oneOf("none", "quarantine", "reject");

/** Of all other tags that have a fixed set of values. */
const rules: Readonly<Record<string, TagRule>> = {
  adkim: { ...oneOf("r", "s"), otherwise: useDefault("r (relaxed)") },
  aspf: { ...oneOf("r", "s"), otherwise: useDefault("r (relaxed)") },
  pct: { ...matching(/^(100|[0-9]{1,2})$/, "a whole number from 0 to 100"), otherwise: useDefault("100") },
  fo: { ...matching(/^[01ds](:[01ds])*$/i, "0, 1, d or s, or several with colons"), otherwise: useDefault("0") },
  t: { ...oneOf("y", "n"), otherwise: useDefault("n") },
  psd: { ...oneOf("y", "n", "u"), otherwise: useDefault("u") },
  ri: { ...matching(/^[0-9]{1,10}$/, "a number of seconds"), otherwise: useDefault("86400") },
  rf: { ...matching(/^afrf(:afrf)*$/i, "afrf"), otherwise: useDefault("afrf") },
};

/**
 * The faults of the tags of a DMARC record, each a sentence: the tag, what is wrong, and what receivers do. Unknown tags are no fault:
 * receivers ignore them.
 *
 * @param name where the record is published
 */
export function listTagFaults(read: DmarcTags, name: string): string[] {
  const faults = [
    ...listPolicyFaults(read),
    ...listValueFaults(read),
    ...listAddressFaults(read),
    ...listRepeated(read),
  ];
  return faults.map(({ tag, says }) => `The tag ${quote(tag)} at ${name} ${says}.`);
}

interface Fault {
  readonly tag: string;
  /** The rest of a sentence. */
  readonly says: string;
}

/** Without a valid policy an address for reports decides (RFC 7489, section 6.6.3; RFC 9989, section 4.10). */
function listPolicyFaults({ tags, aggregateAddresses }: DmarcTags): Fault[] {
  const effect =
    aggregateAddresses.length > 0
      ? "receivers treat the record as p=none"
      : "receivers ignore the record, because its rua has no valid address either";
  const missing = tags.has("p") ? [] : [{ tag: "p", says: `is missing, and must be ${policyRule.allowed}: ${effect}` }];
  return [...missing, ...policyTags.flatMap((tag) => checkValue(tags, tag, { ...policyRule, otherwise: effect }))];
}

function listValueFaults({ tags }: DmarcTags): Fault[] {
  return Object.entries(rules).flatMap(([tag, rule]) => checkValue(tags, tag, rule));
}

function checkValue(tags: ReadonlyMap<string, string>, tag: string, rule: TagRule): Fault[] {
  const value = tags.get(tag);
  if (value === undefined || rule.isValid(value)) return [];
  return [{ tag, says: `is ${quote(value)}, and must be ${rule.allowed}: ${rule.otherwise}` }];
}

function listAddressFaults({ tags }: DmarcTags): Fault[] {
  return ["rua", "ruf"].flatMap((tag) => {
    const wrong = tags
      .get(tag)
      ?.split(",")
      .find((uri) => parseAddress(uri) === null);
    if (wrong === undefined) return [];
    return [
      { tag, says: `has ${quote(wrong.trim())}, which is not a mailto: address: receivers send no reports there` },
    ];
  });
}

function listRepeated({ repeated }: DmarcTags): Fault[] {
  const says = "is there more than once: receivers may ignore the record (RFC 6376, section 3.2), or use either value";
  return repeated.map((tag) => ({ tag, says }));
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, QUOTED_CHARS_MAX).toWellFormed());
}
