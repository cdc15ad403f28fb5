import { DescribedValues } from "@ruaflow/http/described-values";
import type { AlertGroup, ListedAlert } from "@ruaflow/metadata-store/alert-lists";
import type { alertRules, alertStates } from "@ruaflow/metadata-store/watch";
import { Type } from "typebox";

export const RuleSchema = DescribedValues<(typeof alertRules)[number]>(
  {
    pass_rate: "The pass rate is too low.",
    new_source: "A new source sends messages that fail.",
    failure_volume: "Many more messages fail than usual.",
    missing_reports: "No reports come any more.",
    new_reporter: "New reporters outweigh all others.",
  },
  { description: "Rule of the domain's settings whose threshold was crossed.", examples: ["pass_rate"] },
);

export const StateSchema = DescribedValues<(typeof alertStates)[number]>(
  {
    triggered: "The value is beyond the threshold.",
    cleared: "The value is within the threshold again.",
  },
  { description: "Whether the alert is open.", examples: ["triggered"] },
);

export const AlertSchema = Type.Object({
  id: Type.String({
    description: "The same id as in the event alert.triggered.",
    examples: ["alr_5d41402abc4b2a76b9719d911017c592"],
  }),
  domain_id: Type.String({ examples: ["dom_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
  domain: Type.String({ description: "The domain's name.", examples: ["example.com"] }),
  client_reference: Type.Union([Type.String(), Type.Null()], {
    description: "Your own reference for the domain's owner.",
    examples: ["C-1042"],
  }),
  rule: RuleSchema,
  state: StateSchema,
  source_ip: Type.Union([Type.String(), Type.Null()], {
    description: "The source that the alert is about; null: the whole domain.",
    examples: ["192.0.2.1"],
  }),
  summary: Type.String({
    description: "Why the alert was triggered, in one sentence.",
    examples: ["85.3 % of 1,200 messages in 7 days passed DMARC; the threshold is 90 %."],
  }),
  value: Type.Number({ description: "The value at that moment.", examples: [85.3] }),
  threshold: Type.Number({ description: "The threshold at that moment.", examples: [90] }),
  since: Type.Optional(
    Type.Union([Type.String({ format: "date" }), Type.Null()], {
      description: "The first UTC day of the problem in the reports; null: not known.",
      examples: ["2026-09-28"],
    }),
  ),
  class: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: "Class of most of the failing mail that the alert is about; null: it is not about mail that fails.",
      examples: ["misconfigured"],
    }),
  ),
  cause: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: "Cause of the same mail, by its stable code; null: not known.",
      examples: ["dkim_signed_by_service"],
    }),
  ),
  triggered_at: Type.String({
    format: "date-time",
    description: "When the threshold was crossed.",
    examples: ["2026-10-01T08:30:00.000Z"],
  }),
  cleared_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description: "When the alert was cleared; null while it is triggered.",
  }),
});

export const AlertGroupSchema = Type.Object({
  key: Type.Union([Type.String(), Type.Null()], {
    description: "Name of the domain, rule or client_reference; null: domains without a client_reference.",
    examples: ["C-1042"],
  }),
  open: Type.Integer({
    description: "Open alerts. The numbers of all groups add up to all open alerts.",
    examples: [3],
  }),
  domains: Type.Integer({ description: "Domains that have them.", examples: [2] }),
  newest: AlertSchema,
});

export function toAlertGroupBody({ newest, ...group }: AlertGroup) {
  return { ...group, newest: toAlertBody(newest) };
}

export function toAlertBody(alert: ListedAlert) {
  const {
    id,
    domainId,
    domainName,
    clientReference,
    rule,
    sourceIp,
    summary,
    value,
    threshold,
    since = null,
    class: sourceClass = null,
    cause = null,
    triggeredAt,
    clearedAt,
  } = alert;
  return {
    id,
    domain_id: domainId,
    domain: domainName,
    client_reference: clientReference,
    rule,
    state: clearedAt === null ? ("triggered" as const) : ("cleared" as const),
    source_ip: sourceIp,
    summary,
    value,
    threshold,
    since,
    class: sourceClass,
    cause,
    triggered_at: triggeredAt.toISOString(),
    cleared_at: clearedAt?.toISOString() ?? null,
  };
}
