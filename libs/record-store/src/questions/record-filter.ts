import { isIPv4 } from "node:net";
import type { QueryValue } from "../engine/engine.ts";
import type { Condition } from "./condition.ts";

/** Selects records; every given member must fit. Names of domains are lower-case A-labels. */
export interface RecordFilter {
  readonly sourceIp?: AddressRange;
  /** Domain of the From header. */
  readonly headerFrom?: string;
  /** One of the record's DKIM signatures has this selector, in any case; with `dkimDomain` the same signature. */
  readonly selector?: string;
  /** One of the record's DKIM signatures is by this domain. */
  readonly dkimDomain?: string;
  /** SPF was checked for this domain. */
  readonly spfDomain?: string;
  /** What the receiver did, in lower case. */
  readonly disposition?: string;
  /** Whether the messages passed DMARC. */
  readonly dmarcPass?: boolean;
  /** Owner of the address, by the last copy of what is known of addresses; empty: not known. */
  readonly sourceOrganization?: string;
  /** Country of the address, in the same way: ISO 3166-1 alpha-2; empty: not known. */
  readonly country?: string;
  /** One of these addresses, at most {@link SENDERS_MAX}; IPv4 dotted, or IPv6. */
  readonly senders?: readonly string[];
}

/** Addresses of one filter, which are sent in the request URL beside up to 10,000 domains: it has at most 1 MiB. */
export const SENDERS_MAX = 5_000;

/** A value of more than 128 KiB is refused; an IPv6 address in an URL has about 60 characters. */
const SENDERS_PER_VALUE = 1_000;

/** A CIDR range, or one address. */
export interface AddressRange {
  /** IPv4 dotted, or IPv6; bits behind the prefix do not count. */
  readonly address: string;
  /** Bits; 32 or 128 for one address. */
  readonly prefixLength: number;
}

/** Bits before the IPv4 address in an IPv4-mapped IPv6 address, as the store keeps IPv4. */
const MAPPED_BITS = 96;

/**
 * The condition of a record filter; empty without members. Address and result are columns of the projection `source_days`: a
 * question whose filters are only these need not read the records themselves.
 */
export function toRecordCondition(filter: RecordFilter): Condition {
  const parts = toParts(filter);
  const params = parts.flatMap(({ values }) => Object.entries(values));
  return { sql: parts.map(({ sql }) => sql).join(" AND "), params: Object.fromEntries(params) };
}

interface Part {
  readonly sql: string;
  readonly values: Readonly<Record<string, QueryValue>>;
}

function toParts({ sourceIp, headerFrom, spfDomain, disposition, dmarcPass, ...rest }: RecordFilter): Part[] {
  const parts = [
    sourceIp && toAddressPart(sourceIp),
    headerFrom !== undefined && { sql: "header_from = {headerFrom:String}", values: { headerFrom } },
    toSignaturePart(rest),
    spfDomain !== undefined && { sql: "has(spf_domains, {spfDomain:String})", values: { spfDomain } },
    disposition !== undefined && { sql: "disposition = {disposition:String}", values: { disposition } },
    dmarcPass !== undefined && { sql: dmarcPass ? "dmarc_pass" : "NOT dmarc_pass", values: {} },
    ...toFactParts(rest),
    rest.senders && toSendersPart(rest.senders),
  ];
  return parts.filter((part) => part !== undefined && part !== false);
}

function toAddressPart({ address, prefixLength }: AddressRange): Part {
  const isMapped = isIPv4(address);
  const range = "IPv6CIDRToRange({sourceAddress:IPv6}, {sourceBits:UInt8})";
  return {
    sql: `source_ip BETWEEN ${range}.1 AND ${range}.2`,
    values: {
      sourceAddress: isMapped ? `::ffff:${address}` : address,
      sourceBits: isMapped ? MAPPED_BITS + prefixLength : prefixLength,
    },
  };
}

const factColumns = { sourceOrganization: "organization", country: "country" } as const;

/** Those without facts are those that no row with another value names. */
function toFactParts(filter: RecordFilter): Part[] {
  return (["sourceOrganization", "country"] as const).flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    const [list, condition] = value === "" ? ["NOT IN", "!= ''"] : ["IN", `= {${name}:String}`];
    const addresses = `SELECT address FROM source_facts FINAL WHERE ${factColumns[name]} ${condition}`;
    return { sql: `source_ip ${list} (${addresses})`, values: value === "" ? {} : { [name]: value } };
  });
}

function toSendersPart(senders: readonly string[]): Part {
  if (senders.length === 0) return { sql: "false", values: {} };
  const starts = Array.from({ length: Math.ceil(senders.length / SENDERS_PER_VALUE) }, (_, index) => index);
  const pieces = starts.map(
    (index) => [`senders${index}`, senders.slice(index * SENDERS_PER_VALUE, (index + 1) * SENDERS_PER_VALUE)] as const,
  );
  const arrays = pieces.map(([name]) => `{${name}:Array(IPv6)}`).join(", ");
  return { sql: `source_ip IN arrayConcat(${arrays})`, values: Object.fromEntries(pieces) };
}

// Domains are stored in lower case, selectors as they were written.
function toSignaturePart({ selector, dkimDomain }: Pick<RecordFilter, "selector" | "dkimDomain">): Part | undefined {
  if (dkimDomain === undefined && selector === undefined) return undefined;
  if (selector === undefined)
    return { sql: "has(dkim_domains, {dkimDomain:String})", values: { dkimDomain: dkimDomain ?? "" } };
  const values = { selector: selector.toLowerCase() };
  if (dkimDomain === undefined)
    return { sql: "arrayExists(each -> lower(each) = {selector:String}, dkim_selectors)", values };
  return {
    sql: `arrayExists((name, each) -> name = {dkimDomain:String} AND lower(each) = {selector:String},
      dkim_domains, dkim_selectors)`,
    values: { ...values, dkimDomain },
  };
}
