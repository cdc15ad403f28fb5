import { ProblemSchema } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import type { Domain, DomainDnsState, domainStatuses, ListedDomain } from "@ruaflow/metadata-store/domains";
import { Type } from "typebox";
import { toRate } from "../rates.ts";
import { SettingsSchema, toSettingsBody } from "./settings-schema.ts";

const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description });

export const StatusSchema = DescribedValues<(typeof domainStatuses)[number]>(
  {
    pending: "Not verified yet.",
    verified: "Ownership is proven, and reports are stored.",
    failed: "The last verification failed. You can try again.",
  },
  { description: "Whether ownership is verified.", examples: ["verified"] },
);

const identity = {
  id: Type.String({ examples: ["dom_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
  domain: Type.String({ description: "The name as A-label.", examples: ["example.com"] }),
  status: StatusSchema,
};
const created = { created_at: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }) };
const verified = { verified_at: TimeOrNull("When it was last verified; null: not yet.") };

const PolicySchema = Type.Unsafe<string>({ type: "string", enum: ["none", "quarantine", "reject"] });

export const DnsStateSchema = DescribedValues<DomainDnsState>(
  {
    ok: "Reports go to this service, or to a mailbox of your own.",
    missing: "There is no DMARC record.",
    different: "The record is invalid, or reports go elsewhere.",
    unknown: "DNS did not answer.",
    unchecked: "DNS was never looked up.",
  },
  {
    description:
      "State of the DMARC record at the last check, the domain's own or an inherited one. GET /api/v1/domains/:id/dns shows every record.",
    examples: ["ok"],
  },
);

/** Where a domain's reports go. */
export const MailboxSchema = DescribedValues({
  service: "A mailbox of this service.",
  own: "A mailbox of your own: its reports arrive here, or you listed it in report_addresses.",
});

/** What is known of a domain beside its own settings. */
const known = {
  messages: Type.Integer({ description: "Messages of the last 30 days that count.", examples: [18240] }),
  pass_rate_change: Type.Union([Type.Number(), Type.Null()], {
    description:
      "Percentage points that the pass rate has gained against the 30 days before; null: there was no mail in one of the periods.",
    examples: [-1.4],
  }),
  latest_day: Type.Union([Type.String({ format: "date" }), Type.Null()], {
    description: "Last UTC day that a report that counts is about; null: there is none.",
    examples: ["2026-10-29"],
  }),
  last_report_at: TimeOrNull("When the newest report that counts was received; null: there is none."),
  dns_state: DnsStateSchema,
  report_mailbox: Type.Union([MailboxSchema, Type.Null()], {
    description: "Where reports go while dns_state is ok; null: dns_state is not ok.",
    examples: ["service"],
  }),
  dmarc_policy_inherited_from: Type.Union([Type.String(), Type.Null()], {
    description:
      "The parent domain whose DMARC record sets dmarc_policy (RFC 9989, section 4.10); null: the domain's own record, or a report.",
    examples: [null],
  }),
  dns_checked_at: TimeOrNull("When DNS was last looked up; null: never."),
  open_alerts: Type.Integer({ description: "Alerts that were triggered and have not ended.", examples: [0] }),
};

/** An item of the list. */
export const DomainSchema = Type.Object({
  ...identity,
  dmarc_policy: Type.Union([PolicySchema, Type.Null()], {
    description:
      "The policy last seen in DNS or, if no policy was seen there, the one in the newest report about the domain. null: unknown.",
    examples: ["none"],
  }),
  pass_rate: Type.Number({
    minimum: 0,
    maximum: 100,
    description: "DMARC pass rate of the last 30 days, one decimal; 0 when there was no mail.",
    examples: [98.2],
  }),
  ...created,
  ...verified,
  labels: SettingsSchema.properties.labels,
  client_reference: SettingsSchema.properties.client_reference,
  ...known,
});

export const DomainDetailSchema = Type.Object({ ...DomainSchema.properties, settings: SettingsSchema });

const TokenSchema = Type.String({
  description: "Token to publish as a TXT record; see GET /api/v1/domains/:id/dns.",
  examples: ["4n7q2x9k5v8c3m6b1t0r7w4j9g2h5d8f"],
});

export const CreatedDomainSchema = Type.Object({ ...identity, verification_token: TokenSchema, ...created });

export const VerifiedDomainSchema = Type.Object({ ...identity, ...verified });

export const DomainParams = Type.Object({
  id: Type.String({ maxLength: 64, examples: ["dom_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
});

/** Longest name that is read; DNS allows fewer characters. */
const NAME_CHARS_MAX = 1000;

export const NewDomainBody = Type.Object(
  {
    domain: Type.String({
      maxLength: NAME_CHARS_MAX,
      description: "Name of the domain; an internationalized name may be given in Unicode.",
      examples: ["example.com"],
    }),
    client_reference: Type.Optional(SettingsSchema.properties.client_reference),
    labels: Type.Optional(SettingsSchema.properties.labels),
  },
  { additionalProperties: false },
);

/** Problems that every route of domains may answer with. */
export const DomainProblems = { 400: ProblemSchema, 401: ProblemSchema, 403: ProblemSchema, 429: ProblemSchema };

export const NoQuery = Type.Object({}, { additionalProperties: false });

export function toCreatedDomain(domain: Domain) {
  return {
    id: domain.id,
    domain: domain.name,
    status: domain.status,
    verification_token: domain.verificationToken,
    created_at: domain.createdAt.toISOString(),
  };
}

export function toVerifiedDomain(domain: Domain) {
  return {
    id: domain.id,
    domain: domain.name,
    status: domain.status,
    verified_at: domain.verifiedAt?.toISOString() ?? null,
  };
}

export function toDomainBody(domain: ListedDomain) {
  const { messages, passed } = domain.sums;
  return {
    ...toVerifiedDomain(domain),
    dmarc_policy: domain.dmarcPolicy,
    pass_rate: toRate(passed, messages),
    created_at: domain.createdAt.toISOString(),
    labels: [...domain.labels],
    client_reference: domain.clientReference,
    messages,
    pass_rate_change: toRateChange(domain),
    latest_day: domain.latestDay,
    last_report_at: domain.lastReportAt?.toISOString() ?? null,
    dns_state: domain.dnsState,
    report_mailbox: domain.mailbox,
    dmarc_policy_inherited_from: domain.dmarcPolicyFrom,
    dns_checked_at: domain.dnsCheckedAt?.toISOString() ?? null,
    open_alerts: domain.openAlerts,
  };
}

/** Of the rates as they are shown. */
function toRateChange({ sums, sumsBefore }: ListedDomain): number | null {
  if (sums.messages === 0 || sumsBefore.messages === 0) return null;
  const change = toRate(sums.passed, sums.messages) - toRate(sumsBefore.passed, sumsBefore.messages);
  return Math.round(change * 10) / 10;
}

export function toDomainDetail(domain: ListedDomain) {
  return { ...toDomainBody(domain), settings: toSettingsBody(domain) };
}
