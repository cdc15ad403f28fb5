export type DmarcPolicy = "none" | "quarantine" | "reject";

/** The tags of a DMARC record, whether or not their values are valid. */
export interface DmarcTags {
  /** Every tag as written, names in lower case; of a repeated tag the first. */
  readonly tags: ReadonlyMap<string, string>;
  /** Names of tags that are there more than once; at most 10. */
  readonly repeated: readonly string[];
  /** Mail addresses for aggregate reports, in lower case, without size limits. */
  readonly aggregateAddresses: readonly string[];
}

/** A DMARC record as receivers interpret it. */
export interface DmarcRecord extends DmarcTags {
  /** Policy for mail that fails. Without valid policies it is `none`, if the record has an address for reports. */
  readonly policy: DmarcPolicy;
  /** Policy for subdomains; `null`: the same as `policy`. */
  readonly subdomainPolicy: DmarcPolicy | null;
  readonly dkimAlignment: "relaxed" | "strict";
  readonly spfAlignment: "relaxed" | "strict";
}

const POLICIES = ["none", "quarantine", "reject"] as const;
const ADDRESSES_MAX = 100;
const REPEATED_MAX = 10;

/**
 * True for a TXT record at `_dmarc` that receivers treat as DMARC; they ignore all others (RFC 7489, section 6.6.3). In both RFCs the
 * name of the tag may be written in either case, the value `DMARC1` may not (RFC 7489, section 6.4; RFC 9989, section 4.8).
 */
export function isDmarcRecord(text: string): boolean {
  return /^[ \t]*[vV][ \t]*=[ \t]*DMARC1[ \t]*(;|$)/.test(text);
}

/**
 * Parses a DMARC record as tolerantly as receivers do (RFC 7489, section 6.3; RFC 9989, section 4.7): unknown tags and
 * values count as absent. But a policy that is not valid, also one for subdomains, leaves `none` for all where the record has an
 * address for reports, and else nothing (RFC 7489, section 6.6.3; RFC 9989, section 4.10). `null` for that, and for other text.
 */
export function parseDmarcRecord(text: string): DmarcRecord | null {
  const read = parseDmarcTags(text);
  if (read === null) return null;
  const { tags, aggregateAddresses } = read;
  const isValid = ["sp", "np"].every((tag) => !tags.has(tag) || readPolicy(tags.get(tag)) !== null);
  const published = isValid ? readPolicy(tags.get("p")) : null;
  const policy = published ?? (aggregateAddresses.length > 0 ? "none" : null);
  if (policy === null) return null;
  return {
    ...read,
    policy,
    subdomainPolicy: published && readPolicy(tags.get("sp")),
    dkimAlignment: readAlignment(tags.get("adkim")),
    spfAlignment: readAlignment(tags.get("aspf")),
  };
}

/** Reads the tags of a text that receivers treat as DMARC; `null` for other text. */
export function parseDmarcTags(text: string): DmarcTags | null {
  if (!isDmarcRecord(text)) return null;
  const tags = readTags(text);
  const names = text.split(";").flatMap((part) => (part.includes("=") ? [toTagName(part)] : []));
  const repeated = [...tags.keys()].filter((tag) => names.indexOf(tag) !== names.lastIndexOf(tag));
  return { tags, aggregateAddresses: readAddresses(tags.get("rua") ?? ""), repeated: repeated.slice(0, REPEATED_MAX) };
}

/** Chooses the record that receivers obey. They ignore several records at one name (RFC 7489, section 6.6.3). */
export function chooseDmarcRecord(texts: readonly string[]): DmarcRecord | null {
  const [text, another] = texts.filter(isDmarcRecord);
  return text === undefined || another !== undefined ? null : parseDmarcRecord(text);
}

/** Parses a tag list `name=value; name=value` (RFC 6376, section 3.2). */
export function readTags(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const [, ...value] = part.split("=");
    const key = toTagName(part);
    if (key !== "" && value.length > 0 && !tags.has(key)) tags.set(key, value.join("=").trim());
  }
  return tags;
}

function toTagName(part: string): string {
  return part.split("=", 1).join("").trim().toLowerCase();
}

function readPolicy(text: string | undefined): DmarcPolicy | null {
  return POLICIES.find((policy) => policy === text?.toLowerCase()) ?? null;
}

function readAlignment(text: string | undefined): "relaxed" | "strict" {
  return text?.toLowerCase() === "s" ? "strict" : "relaxed";
}

/** Parses comma-separated `mailto:` URIs. */
function readAddresses(text: string): string[] {
  const addresses = text.split(",").map(parseAddress);
  return [...new Set(addresses.filter((address) => address !== null))].slice(0, ADDRESSES_MAX);
}

/** Parses a `mailto:` URI; `!10m` at its end is a size limit (RFC 7489, section 6.2). `null`: receivers cannot mail a report to it. */
export function parseAddress(uri: string): string | null {
  const [, address] = uri.trim().match(/^mailto:([^!\s?]+@[^!\s?]+)(?:![0-9]+[kmgt]?)?$/i) ?? [];
  return address === undefined ? null : decode(address).toLowerCase();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
