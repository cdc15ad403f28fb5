/**
 * A DMARC aggregate report in the words of RFC 7489 section 7.2 and RFC 9990. The types keep what the reporter wrote:
 * a string is the trimmed text of the element, `""` an element that is there but empty, `null` one that is absent.
 */

/** `report_metadata`, `policy_published` and the rest of a report that is not a record. */
export interface ReportHeader {
  /** `report_metadata/org_name`, trimmed; `""` when empty or absent. */
  readonly reporter: string;
  readonly email: string | null;
  readonly extraContactInfo: string | null;
  readonly reportId: string;
  readonly dateRange: DateRange;
  /** `report_metadata/error`, in order. */
  readonly errors: readonly string[];
  /** The `version` element: not a reliable sign of the schema. */
  readonly version: string | null;
  /** The root's namespace, `""` for none. */
  readonly namespace: string;
  /** `report_metadata/generator` (RFC 9990). */
  readonly generator: string | null;
  readonly policyPublished: PolicyPublished;
}

/** The period the report covers, in whole epoch seconds; both ends inclusive as reporters write them. */
export interface DateRange {
  readonly begin: number;
  readonly end: number;
}

/** The DMARC policy as the reporter found it in DNS. `domain` is the lower-case A-label without trailing dot. */
export interface PolicyPublished {
  readonly domain: string;
  readonly p: string | null;
  readonly sp: string | null;
  readonly np: string | null;
  readonly adkim: string | null;
  readonly aspf: string | null;
  readonly pct: string | null;
  readonly fo: string | null;
  readonly testing: string | null;
  readonly discoveryMethod: string | null;
}

/** One `record`: messages with the same source and the same results. */
export interface ReportRecord {
  /** 0-based position among the report's stored records. */
  readonly ordinal: number;
  /** Canonical text of the address: IPv4 dotted, IPv6 as RFC 5952; an IPv4-mapped address is given as IPv4. */
  readonly sourceIp: string;
  /** Number of messages, a whole number of at least 0. */
  readonly count: number;
  readonly policyEvaluated: PolicyEvaluated;
  readonly identifiers: Identifiers;
  readonly authResults: AuthResults;
}

/** What the receiver decided; `dkim` and `spf` are alignment results. Values are lower-case. */
export interface PolicyEvaluated {
  readonly disposition: string;
  readonly dkim: string;
  readonly spf: string;
  readonly reasons: readonly PolicyOverrideReason[];
}

export interface PolicyOverrideReason {
  readonly type: string;
  readonly comment: string;
}

export interface Identifiers {
  /** Lower-case A-label where it is a domain name, of an address the domain; `""` when empty or absent. */
  readonly headerFrom: string;
  /** `null` when absent, `""` for the null sender. */
  readonly envelopeFrom: string | null;
  readonly envelopeTo: string | null;
}

export interface AuthResults {
  readonly dkim: readonly DkimAuthResult[];
  readonly spf: readonly SpfAuthResult[];
}

/**
 * One signature. `result` is lower-case and otherwise as written, also where the RFC does not list it; `domain` is as
 * `headerFrom`. Absent texts are `""`.
 */
export interface DkimAuthResult {
  readonly domain: string;
  readonly selector: string;
  readonly result: string;
  readonly humanResult: string;
}

/** One SPF result, in the forms of `DkimAuthResult`. */
export interface SpfAuthResult {
  readonly domain: string;
  readonly scope: string;
  readonly result: string;
  readonly humanResult: string;
}

/** Sums over a report's stored records. Messages are what `count` counts. */
export interface ReportTotals {
  /** Stored records: those with an IP address and a whole number as count. */
  readonly records: number;
  /** Records that could not be stored; each has a warning. */
  readonly recordsSkipped: number;
  readonly messages: number;
  /** Messages whose policy-evaluated dkim or spf is `pass`. */
  readonly passed: number;
  /** Messages whose policy-evaluated spf is `pass`. */
  readonly spfPassed: number;
  /** Messages whose policy-evaluated dkim is `pass`. */
  readonly dkimPassed: number;
}

/** True when a record's messages passed DMARC: an aligned pass of DKIM or SPF (RFC 7489 section 3.1, RFC 9989). */
export function isDmarcPass(evaluated: PolicyEvaluated): boolean {
  return evaluated.dkim === "pass" || evaluated.spf === "pass";
}
