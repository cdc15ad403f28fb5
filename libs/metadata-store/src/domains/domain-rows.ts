/** Does not include `deleting`: only the code that deletes a domain sees it in that state. */
export const domainStatuses = ["pending", "verified", "failed"] as const;
export type DomainStatus = (typeof domainStatuses)[number];
export type PublishedPolicy = "none" | "quarantine" | "reject";

/** When to alert about a domain. Rates are percentages; a window ends now. */
export interface AlertRules {
  /** Less than `below` percent of at least `messages_min` messages in `window_days` days pass DMARC. */
  readonly pass_rate: {
    readonly enabled: boolean;
    readonly below: number;
    readonly window_days: number;
    readonly messages_min: number;
    /** Messages that count: `legitimate`, the default, leaves forged ones out. */
    readonly of?: "legitimate" | "all";
  };
  /** A new source sends at least `failures_min` messages that fail. */
  readonly new_source: { readonly enabled: boolean; readonly failures_min: number };
  /** At least `failures_min` messages a day fail, and at least `times` the usual number. */
  readonly failure_volume: { readonly enabled: boolean; readonly times: number; readonly failures_min: number };
  /** No report has arrived for `days` days. */
  readonly missing_reports: { readonly enabled: boolean; readonly days: number };
  /** Reporters that are new state at least `messages_min` messages, and more than all others together. */
  readonly new_reporter: { readonly enabled: boolean; readonly messages_min: number };
}

/** For domains on which it was never set. The other rules' defaults are those of the column. */
const newReporterRule: AlertRules["new_reporter"] = { enabled: true, messages_min: 100 };

/** Settings of a domain that its organization chooses. */
export interface DomainSettings {
  readonly alertRules: AlertRules;
  /** Whether its DNS records are watched for changes. */
  readonly dnsWatch: boolean;
  readonly labels: readonly string[];
  /** The organization's own reference for the domain's owner. */
  readonly clientReference: string | null;
  /** `null`: reports are kept indefinitely. */
  readonly retentionDays: number | null;
  /** Days that the bytes of its reports are kept; `null`: as the service is set. */
  readonly rawRetentionDays: number | null;
  /** Addresses, other than the service's, that are right in its rua; in lower case. */
  readonly reportAddresses: readonly string[];
}

/** One organization's claim of a domain name. */
export interface Domain extends DomainSettings {
  /** `dom_` and a unique suffix. */
  readonly id: string;
  /** Lower-case A-label without trailing dot. */
  readonly name: string;
  readonly status: DomainStatus;
  /** 160 bits, to be published in DNS as proof of ownership. */
  readonly verificationToken: string;
  /** Identifies this claim's mailbox. It is public (in DNS): it routes mail and proves nothing. */
  readonly mailboxToken: string;
  readonly createdAt: Date;
  /** Time of the last verification; kept when the claim fails later. */
  readonly verifiedAt: Date | null;
  /** Verified by the operator, whatever DNS says. */
  readonly isVouched: boolean;
  /** As published at `dmarcCheckedAt`; `null`: no policy, or not checked yet. */
  readonly dmarcPolicy: PublishedPolicy | null;
  /** The parent domain whose policy it is; `null`: the domain's own. */
  readonly dmarcPolicyFrom: string | null;
  readonly dmarcCheckedAt: Date | null;
}

export interface DomainRow {
  id: string;
  name: string;
  status: DomainStatus;
  verification_token: string;
  mailbox_token: string;
  created_at: Date;
  verified_at: Date | null;
  vouched: boolean;
  alert_rules: Omit<AlertRules, "new_reporter"> & Partial<AlertRules>;
  dns_watch: boolean;
  labels: string[];
  client_reference: string | null;
  retention_days: number | null;
  raw_retention_days: number | null;
  report_addresses: string[];
  dmarc_policy_from: string | null;
  dmarc_policy: PublishedPolicy | null;
  dmarc_checked_at: Date | null;
}

export const domainColumns = `id, name, status, verification_token, mailbox_token, created_at, verified_at, vouched,
  alert_rules, dns_watch, labels, client_reference, retention_days, raw_retention_days, report_addresses, dmarc_policy,
  dmarc_policy_from, dmarc_checked_at`;

export function toDomain(row: DomainRow): Domain {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    verificationToken: row.verification_token,
    mailboxToken: row.mailbox_token,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
    isVouched: row.vouched,
    alertRules: {
      new_reporter: newReporterRule,
      ...row.alert_rules,
      pass_rate: { of: "legitimate", ...row.alert_rules.pass_rate },
    },
    dnsWatch: row.dns_watch,
    labels: row.labels,
    clientReference: row.client_reference,
    retentionDays: row.retention_days,
    rawRetentionDays: row.raw_retention_days,
    reportAddresses: row.report_addresses,
    dmarcPolicy: row.dmarc_policy,
    dmarcPolicyFrom: row.dmarc_policy_from,
    dmarcCheckedAt: row.dmarc_checked_at,
  };
}
