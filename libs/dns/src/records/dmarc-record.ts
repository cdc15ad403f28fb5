export type DmarcPolicy = "none" | "quarantine" | "reject";

/** A DMARC record as receivers interpret it. */
export interface DmarcRecord {
  /** Policy for mail that fails. Without a valid `p` it is `none`, if the record has an address for reports. */
  readonly policy: DmarcPolicy;
  /** Policy for subdomains; `null`: the same as `policy`. */
  readonly subdomainPolicy: DmarcPolicy | null;
  readonly dkimAlignment: "relaxed" | "strict";
  readonly spfAlignment: "relaxed" | "strict";
  /** Mail addresses for aggregate reports, in lower case, without size limits. */
  readonly aggregateAddresses: readonly string[];
  /** Every tag as written, names in lower case; of a repeated tag the first. */
  readonly tags: ReadonlyMap<string, string>;
}

const POLICIES = ["none", "quarantine", "reject"] as const;
const ADDRESSES_MAX = 100;

/**
 * True for a TXT record at `_dmarc` that receivers treat as DMARC; they ignore all others (RFC 7489, section 6.6.3). In both RFCs the
 * name of the tag may be written in either case, the value `DMARC1` may not (RFC 7489, section 6.4; RFC 9989, section 4.8).
 */
export function isDmarcRecord(text: string): boolean {
  return /^[ \t]*[vV][ \t]*=[ \t]*DMARC1[ \t]*(;|$)/.test(text);
}

/**
 * Parses a DMARC record as tolerantly as receivers do (RFC 7489, section 6.3; RFC 9989, section 4.7): unknown tags and
 * values count as absent. `null` for other text, and for a record with neither a valid policy nor an address for reports.
 */
export function parseDmarcRecord(text: string): DmarcRecord | null {
  if (!isDmarcRecord(text)) return null;
  const tags = readTags(text);
  const aggregateAddresses = readAddresses(tags.get("rua") ?? "");
  const policy = readPolicy(tags.get("p")) ?? (aggregateAddresses.length > 0 ? "none" : null);
  if (policy === null) return null;
  return {
    policy,
    subdomainPolicy: readPolicy(tags.get("sp")),
    dkimAlignment: readAlignment(tags.get("adkim")),
    spfAlignment: readAlignment(tags.get("aspf")),
    aggregateAddresses,
    tags,
  };
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
    const [name = "", ...value] = part.split("=");
    const key = name.trim().toLowerCase();
    if (key !== "" && value.length > 0 && !tags.has(key)) tags.set(key, value.join("=").trim());
  }
  return tags;
}

function readPolicy(text: string | undefined): DmarcPolicy | null {
  return POLICIES.find((policy) => policy === text?.toLowerCase()) ?? null;
}

function readAlignment(text: string | undefined): "relaxed" | "strict" {
  return text?.toLowerCase() === "s" ? "strict" : "relaxed";
}

/** Parses comma-separated `mailto:` URIs; `!10m` at the end is a size limit (RFC 7489, section 6.2). */
function readAddresses(text: string): string[] {
  const addresses = text.split(",").flatMap((uri) => {
    const [, address] = uri.trim().match(/^mailto:([^!\s?]+@[^!\s?]+)(?:![0-9]+[kmgt]?)?$/i) ?? [];
    return address === undefined ? [] : [decode(address).toLowerCase()];
  });
  return [...new Set(addresses)].slice(0, ADDRESSES_MAX);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
