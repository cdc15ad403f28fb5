/** What was checked for a message, as the report says it. */
export interface AuthResult {
  readonly domain: string;
  readonly result: string;
  readonly selector?: string;
}

/** Messages of one source about one domain that look the same. */
export interface MailGroup {
  readonly messages: number;
  /** Domain of the From header. */
  readonly headerFrom: string;
  /** The three as the receiver evaluated them, with alignment. */
  readonly dmarcPass: boolean;
  readonly dkimAligned: boolean;
  readonly spfAligned: boolean;
  /** Evaluated results that the reporter left out, so that `false` above only means that nothing says otherwise. */
  readonly leftOut?: readonly ("dkim" | "spf")[];
  readonly disposition: string;
  readonly dkim: readonly AuthResult[];
  readonly spf: readonly AuthResult[];
  /** Types of policy override reasons; `arc` stands there where a reason `local_policy` says `arc=pass`. */
  readonly reasons: readonly string[];
}

/** All mail of one source about one domain. */
export interface SourceMail {
  readonly sourceIp: string;
  /** Forward-confirmed reverse name. */
  readonly hostname: string | null;
  readonly asn: number | null;
  readonly groups: readonly MailGroup[];
  /** Almost all of it passed until a day, and almost none does since. */
  readonly brokeAtOnce?: boolean;
}

/** What the organization said of a source: its address, its service by name, or a domain by which it authenticates or is named. */
export interface Override {
  readonly kind: "source" | "service" | "domain";
  readonly value: string;
  readonly ours: boolean;
}

/** What the other mail of the domain says; `createDomainContext` makes it. */
export interface DomainContext {
  /** The monitored domain, as a lower-case A-label. */
  readonly domain: string;
  /** Names of services that pass DMARC for the domain in the period, and not merely by forwarding its mail. */
  readonly passingServices: ReadonlySet<string>;
  /** Signing domains (`d=`) and SPF domains that authenticated aligned mail. */
  readonly passingDomains: ReadonlySet<string>;
  readonly overrides: readonly Override[];
}
