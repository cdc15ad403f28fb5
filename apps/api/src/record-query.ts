import { isIP } from "node:net";
import { toDomainName } from "@ruaflow/dmarc";
import { invalidAt } from "@ruaflow/http";
import type { RecordFilter } from "@ruaflow/record-store/questions";
import { Type } from "typebox";

const DOMAIN_CHARS_MAX = 253;
const ORGANIZATION_CHARS_MAX = 200;

const FACTS_NOTE = "Owners and countries are those known when ClickHouse last copied them, mostly minutes ago.";

const Name = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: DOMAIN_CHARS_MAX, description, examples: [example] }));

/** Whether messages passed DMARC. */
export const ResultQuery = {
  result: Type.Optional(
    Type.Enum(["pass", "fail"], {
      description: "Only messages that passed DMARC, or only those that failed.",
      examples: ["fail"],
    }),
  ),
};

/** The parameters that select records; several together select the records that fit all of them. */
export const RecordQuery = {
  source_ip: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 50,
      description: "Only messages from this address, or from this range in CIDR notation.",
      examples: ["192.0.2.0/24"],
    }),
  ),
  header_from: Name("Only messages with exactly this domain in their From header.", "news.example.com"),
  selector: Name(
    "Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both.",
    "s1",
  ),
  spf_domain: Name("Only messages whose SPF was checked for this domain, whatever the result.", "bounce.example.com"),
  dkim_domain: Name("Only messages with a DKIM signature by this domain, whatever its result.", "example.com"),
  disposition: Type.Optional(
    Type.Enum(["none", "quarantine", "reject", "pass"], {
      description: "Only messages that receivers disposed of so.",
      examples: ["reject"],
    }),
  ),
  source_organization: Type.Optional(
    Type.String({
      maxLength: ORGANIZATION_CHARS_MAX,
      description: `Only messages from addresses of this owner; empty: whose owner is not known. ${FACTS_NOTE}`,
      examples: ["Google LLC"],
    }),
  ),
  country: Type.Optional(
    Type.String({
      pattern: "^([A-Z]{2})?$",
      description: `Only messages from addresses in this country, a two-letter code; empty: whose country is not known. ${FACTS_NOTE}`,
      examples: ["DE"],
    }),
  ),
};

export interface RecordParameters {
  readonly source_ip?: string;
  readonly header_from?: string;
  readonly selector?: string;
  readonly spf_domain?: string;
  readonly dkim_domain?: string;
  readonly disposition?: string;
  readonly result?: "pass" | "fail";
  readonly source_organization?: string;
  readonly country?: string;
}

/**
 * The record filter of a query; empty when no parameter selects records.
 * @throws {ProblemError} 400 for a text that is no address or range
 */
export function readRecordFilter(query: RecordParameters): { records?: RecordFilter } {
  const { source_ip, header_from, selector, spf_domain, dkim_domain, disposition, result, country } = query;
  const { source_organization: sourceOrganization } = query;
  const records: RecordFilter = {
    ...(source_ip !== undefined && { sourceIp: readRange(source_ip) }),
    ...(header_from !== undefined && { headerFrom: toStoredName(header_from) }),
    ...(selector !== undefined && { selector }),
    ...(spf_domain !== undefined && { spfDomain: toStoredName(spf_domain) }),
    ...(dkim_domain !== undefined && { dkimDomain: toStoredName(dkim_domain) }),
    ...(disposition !== undefined && { disposition }),
    ...(result !== undefined && { dmarcPass: result === "pass" }),
    ...(sourceOrganization !== undefined && { sourceOrganization }),
    ...(country !== undefined && { country }),
  };
  return Object.keys(records).length > 0 ? { records } : {};
}

/** As reports are read: a lower-case A-label; a text that is no domain name in lower case. */
function toStoredName(text: string): string {
  return toDomainName(text) ?? text.toLowerCase();
}

function readRange(text: string) {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  const bitsMax = version === 4 ? 32 : 128;
  const prefixLength = bits === undefined ? bitsMax : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (version !== 0 && !address.includes("%") && rest.length === 0 && prefixLength <= bitsMax)
    return { address, prefixLength };
  throw invalidAt("/query/source_ip", `is not an IP address or a CIDR range such as 192.0.2.0/24: "${text}"`);
}
