import { isIP, isIPv4 } from "node:net";
import { toDomainName } from "@ruaflow/dmarc/domain-name";
import { type Condition, joinConditions } from "./condition.ts";
import { type AddressRange, toFactCondition, toRangeCondition } from "./source-conditions.ts";
import { toVerdictCondition } from "./verdict-condition.ts";

/** What receivers do with messages (RFC 9990); other values of reports are kept as they are. */
export const DISPOSITIONS = ["none", "quarantine", "reject", "pass"] as const;

/** All that is to be known of a filter: parameters of the API, SQL, what may be cached, documentation and the page follow from it. */
export interface RecordFilterEntry<Name extends string = string, Value = unknown> {
  /** Parameter of the API. */
  readonly name: Name;
  /** In the page, before the value. */
  readonly label: string;
  /** JSON Schema of the parameter, besides its texts. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description: string;
  readonly example: string;
  /** True if what is known of sources decides. It changes without the rows. An empty value then selects sources without the fact. */
  readonly needsFacts?: true;
  /** True if the verdict on the source decides: its condition asks for `{organizationId:String}`. */
  readonly needsVerdicts?: true;
  /** True if an empty value selects sources of which it is not known, as with facts. */
  readonly mayBeUnknown?: true;
  /** What a value has to be, for the refusal of one that is not. */
  readonly form?: string;
  /** The value of a text that fits the schema; `undefined`: the text has not the right form. */
  parse(text: string): Value | undefined;
  /**
   * @param signature as a whole: both of its members have to fit the same one
   * @param ofDomains SQL that limits verdicts to the question's domains; empty: all
   */
  toSql(value: Value, signature: Signature, ofDomains: string): Condition;
}

interface Signature {
  readonly selector?: string;
  readonly dkimDomain?: string;
}

const define = <Name extends string, Value>(entry: RecordFilterEntry<Name, Value>) => entry;

const FACTS_NOTE = "Owners and countries are those known when ClickHouse last copied them, mostly minutes ago.";
const VERDICTS_NOTE =
  "A source has one service, sender, class and cause for each domain, by all of its stored mail about it, whatever the period.";
const asText = { parse: (text: string) => text };
const name = { type: "string", minLength: 1, maxLength: 253 };
/** In lower case, as stored: domain names as A-labels. */
const asDomain = { schema: name, parse: (text: string) => toDomainName(text) ?? text.toLowerCase() };

/** Filters of records by their member in {@link RecordFilter}, in the order in which they are documented. */
export const recordFilters = {
  sourceIp: define({
    name: "source_ip",
    label: "address",
    schema: { type: "string", minLength: 2, maxLength: 50 },
    description: "Only messages from this address, or from this range in CIDR notation.",
    example: "192.0.2.0/24",
    form: "an IP address or a CIDR range such as 192.0.2.0/24",
    parse: parseRange,
    toSql: toRangeCondition,
  }),
  headerFrom: define({
    ...{ name: "header_from", label: "From domain", ...asDomain },
    description: "Only messages with exactly this domain in their From header.",
    example: "news.example.com",
    toSql: (headerFrom) => ({ sql: "header_from = {headerFrom:String}", params: { headerFrom } }),
  }),
  // Domains are stored in lower case, selectors as they were written.
  selector: define({
    ...{ name: "selector", label: "selector", schema: name, ...asText },
    description:
      "Only messages with a DKIM signature of this selector, whatever its result; with dkim_domain the same signature must have both.",
    example: "s1",
    toSql(selector, { dkimDomain }) {
      const params = { selector: selector.toLowerCase() };
      if (dkimDomain === undefined)
        return { sql: "arrayExists(each -> lower(each) = {selector:String}, dkim_selectors)", params };
      const sql = `arrayExists((name, each) -> name = {dkimDomain:String} AND lower(each) = {selector:String},
      dkim_domains, dkim_selectors)`;
      return { sql, params: { ...params, dkimDomain } };
    },
  }),
  spfDomain: define({
    ...{ name: "spf_domain", label: "SPF domain", ...asDomain },
    description: "Only messages whose SPF was checked for this domain, whatever the result.",
    example: "bounce.example.com",
    toSql: (spfDomain) => ({ sql: "has(spf_domains, {spfDomain:String})", params: { spfDomain } }),
  }),
  dkimDomain: define({
    ...{ name: "dkim_domain", label: "DKIM domain", ...asDomain },
    description: "Only messages with a DKIM signature by this domain, whatever its result.",
    example: "example.com",
    toSql: (dkimDomain, { selector }) =>
      selector === undefined
        ? { sql: "has(dkim_domains, {dkimDomain:String})", params: { dkimDomain } }
        : { sql: "", params: {} },
  }),
  disposition: define({
    ...{ name: "disposition", label: "disposition", ...asText },
    schema: { enum: [...DISPOSITIONS] },
    description: "Only messages with this disposition.",
    example: "reject",
    toSql: (disposition) => ({ sql: "disposition = {disposition:String}", params: { disposition } }),
  }),
  // Address and result are columns of the projection `source_dispositions`: a question with only these need not read the records.
  dmarcPass: define({
    ...{ name: "result", label: "DMARC" },
    schema: { enum: ["pass", "fail"] },
    description: "Only messages that passed DMARC, or only those that failed.",
    example: "fail",
    parse: (text) => text === "pass",
    toSql: (dmarcPass) => ({ sql: dmarcPass ? "dmarc_pass" : "NOT dmarc_pass", params: {} }),
  }),
  sourceOrganization: define({
    ...{ name: "source_organization", label: "owner", needsFacts: true, ...asText },
    schema: { type: "string", maxLength: 200 },
    description: `Only messages from addresses of this owner; empty: addresses without a known owner. ${FACTS_NOTE}`,
    example: "Google LLC",
    toSql: (owner) => toFactCondition("organization", owner),
  }),
  country: define({
    ...{ name: "country", label: "country", needsFacts: true, ...asText },
    schema: { type: "string", pattern: "^([A-Z]{2})?$" },
    description: `Only messages from addresses in this country, a two-letter code; empty: addresses without a known country. ${FACTS_NOTE}`,
    example: "DE",
    toSql: (country) => toFactCondition("country", country),
  }),
  service: define({
    ...{ name: "service", label: "service", needsVerdicts: true, mayBeUnknown: true, ...asText },
    schema: { type: "string", maxLength: 100 },
    description: `Only mail of this service, as the sources show it; empty: of none that is known. ${VERDICTS_NOTE}`,
    example: "SendGrid",
    toSql: (service, _, ofDomains) => toVerdictCondition("service", service, ofDomains),
  }),
  class: define({
    ...{ name: "class", label: "class", needsVerdicts: true, ...asText },
    schema: { enum: ["compliant", "misconfigured", "forwarded", "unknown", "spoofed"] },
    description: `Only mail of sources of this class. ${VERDICTS_NOTE}`,
    example: "misconfigured",
    toSql: (name, _, ofDomains) => toVerdictCondition("class", name, ofDomains),
  }),
  sender: define({
    ...{ name: "sender", label: "sender", needsVerdicts: true, mayBeUnknown: true, ...asText },
    schema: { type: "string", maxLength: 253 },
    description: `Only mail of the sender with this name; empty: of senders without a name. ${VERDICTS_NOTE}`,
    example: "Google LLC",
    toSql: (sender, _, ofDomains) => toVerdictCondition("sender", sender, ofDomains),
  }),
  cause: define({
    ...{ name: "cause", label: "cause", needsVerdicts: true, ...asText },
    schema: { type: "string", pattern: "^[a-z][a-z_]{0,59}$" },
    description: `Only mail of sources with this cause of their class. ${VERDICTS_NOTE}`,
    example: "dkim_signed_by_service",
    toSql: (cause, _, ofDomains) => toVerdictCondition("cause", cause, ofDomains),
  }),
  reporter: define({
    ...{ name: "reporter", label: "reporter", ...asText },
    schema: { type: "string", minLength: 1, maxLength: 255 },
    description: "Only messages that the reporter with exactly this name reported.",
    example: "google.com",
    toSql: (reporter) => ({ sql: "reporter = {reporter:String}", params: { reporter } }),
  }),
};

type Table = typeof recordFilters;
type Values = { readonly [Member in keyof Table]?: NonNullable<ReturnType<Table[Member]["parse"]>> };

/** Selects records; every given member must fit. Names of domains are lower-case A-labels. */
export type RecordFilter = Values;

export type RecordFilterName = Table[keyof Table]["name"];

const entries: readonly (readonly [string, RecordFilterEntry<RecordFilterName>])[] = Object.entries(recordFilters);

/** The entries of a filter's members, in the order of the table. */
export function listGiven(filter: RecordFilter) {
  const values: Readonly<Record<string, unknown>> = { ...filter };
  return entries.flatMap(([member, entry]) => (values[member] === undefined ? [] : [{ entry, value: values[member] }]));
}

/**
 * The condition of a record filter; empty without members.
 *
 * @param ofDomains SQL that limits verdicts to the question's domains; empty: all
 */
export function toRecordCondition(filter: RecordFilter, ofDomains: string): Condition {
  return joinConditions(...listGiven(filter).map(({ entry, value }) => entry.toSql(value, filter, ofDomains)));
}

/** Whether the verdicts on sources decide: the condition then needs the organization. */
export function needsVerdicts(filter: RecordFilter = {}): boolean {
  return listGiven(filter).some(({ entry }) => entry.needsVerdicts);
}

function parseRange(text: string): AddressRange | undefined {
  const [address = "", bits, ...rest] = text.split("/");
  const bitsMax = isIPv4(address) ? 32 : 128;
  const prefixLength = bits === undefined ? bitsMax : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  const isRange = isIP(address) !== 0 && !address.includes("%") && rest.length === 0 && prefixLength <= bitsMax;
  return isRange ? { address, prefixLength } : undefined;
}
