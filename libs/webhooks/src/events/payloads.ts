import { trusts } from "@ruaflow/report";
import { type Static, type TSchema, Type } from "typebox";
import { DIFFERENCES_MAX, LABELS_MAX, RESULT_CHARS_MAX, SOURCES_MAX, TEXT_CHARS_MAX } from "./bounds.ts";

const text = (description: string) => Type.String({ maxLength: TEXT_CHARS_MAX, description });
const time = (description: string) => Type.String({ format: "date-time", description });
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const count = (description: string) => Type.Integer({ minimum: 0, description });

const dateRange = Type.Object(
  { begin: time("First second of the period."), end: time("Last second of the period.") },
  { description: "Period of the report." },
);

/** Optional: events of earlier releases do not have it. */
const clientReference = {
  client_reference: Type.Optional(
    nullable(text("The domain's client_reference, as GET /api/v1/domains/:id has it; null: none.")),
  ),
};

const reporterDomain = {
  reporter_domain: Type.Optional(
    nullable(
      text(
        "Domain that is proven for the report's mail, and vouches for it; null for uploads, imports and unproven mail.",
      ),
    ),
  ),
};

const reportFacts = {
  report_id: text("Identifier of the report: GET /api/v1/reports/:id."),
  domain: text("Domain that the report is about: the monitored domain or one below it."),
  reporter: text("Name of the organization that sent the report, as given in the report."),
  total_count: count("Emails in the report."),
};

/** Optional: events of earlier releases do not have them. */
const classAndCause = (of: string) => ({
  class: Type.Optional(
    nullable(text(`Class of ${of}, as in GET /api/v1/reports/failures?verdicts=true; null: not known.`)),
  ),
  cause: Type.Optional(nullable(text("Cause of the same mail, by its stable code; null: not known."))),
});

const reportReceivedSchema = Type.Object({
  ...reportFacts,
  pass_rate: Type.Number({ minimum: 0, maximum: 100, description: "Share of emails that passed DMARC, one decimal." }),
  date_range: dateRange,
  trust: Type.Optional(
    Type.Enum([...trusts], {
      description: "Why the report is believed, as in GET /api/v1/reports; none: its sender is not proven.",
    }),
  ),
  ...reporterDomain,
  domain_id: Type.Optional(text("Identifier of the monitored domain: GET /api/v1/domains/:id.")),
  ...clientReference,
});

const result = (description: string) => Type.String({ maxLength: RESULT_CHARS_MAX, description });

const failingSource = Type.Object({
  source_ip: text("IP address that sent the mail."),
  failure_count: count("Emails of this source that failed DMARC."),
  spf_result: result("SPF result of most of them, as in GET /api/v1/reports/failures."),
  dkim_result: result("DKIM result of most of them, as in GET /api/v1/reports/failures."),
  policy_applied: result("What the receiver did with most of them: none, quarantine or reject."),
  ...classAndCause("this source's failing mail when the event was made"),
});

const reportFailureSchema = Type.Object({
  ...reportFacts,
  failure_count: count("Emails in the report that failed DMARC."),
  source_count: count("Distinct sources of failing mail in the report."),
  sources: Type.Array(failingSource, {
    maxItems: SOURCES_MAX,
    description: `The sources with the most failing mail, at most ${SOURCES_MAX}; all of them: GET /api/v1/reports/failures.`,
  }),
  ...classAndCause("most of the failing mail of the sources listed"),
  date_range: dateRange,
  ...reporterDomain,
  domain_id: Type.Optional(text("Identifier of the monitored domain: GET /api/v1/domains/:id.")),
  ...clientReference,
});

const domainFacts = {
  domain_id: text("Identifier of the domain: GET /api/v1/domains/:id."),
  domain: text("The domain's name."),
  ...clientReference,
};

const domainVerifiedSchema = Type.Object({
  ...domainFacts,
  method: Type.Union(
    [
      Type.Literal("dns_token"),
      Type.Literal("report_mailbox"),
      Type.Literal("parent_domain"),
      Type.Literal("operator"),
    ],
    {
      description:
        "How it was verified: by the token in DNS, by the report mailbox in the DMARC record's rua, by a parent domain that the organization has verified, or by the operator.",
    },
  ),
  verified_at: time("When ownership was verified."),
});

const dnsChangedSchema = Type.Object({
  ...domainFacts,
  record: Type.Union(
    [
      Type.Literal("dmarc"),
      Type.Literal("mta_sts"),
      Type.Literal("verification"),
      Type.Literal("report_authorization"),
    ],
    { description: "Which of the domain's records changed." },
  ),
  host: text("The name that was looked up."),
  old: nullable(text("The previous record; null when it did not exist.")),
  new: nullable(text("The current record; null when it does not exist.")),
  differences: Type.Array(text("One difference, for example `p: none → reject`."), {
    maxItems: DIFFERENCES_MAX,
    description: "The difference in words.",
  }),
  checked_at: time("When the change was found."),
});

const alertTriggeredSchema = Type.Object({
  ...domainFacts,
  alert_id: text("Identifier of the alert, the same in `triggered` and `cleared`: GET /api/v1/alerts."),
  rule: Type.Union(
    [
      Type.Literal("pass_rate"),
      Type.Literal("new_source"),
      Type.Literal("failure_volume"),
      Type.Literal("missing_reports"),
      Type.Literal("new_reporter"),
    ],
    { description: "Rule whose threshold was crossed." },
  ),
  state: Type.Union([Type.Literal("triggered"), Type.Literal("cleared")], {
    description: "`triggered` when the threshold is crossed, `cleared` once when it no longer is.",
  }),
  summary: text("What happened, in one sentence."),
  value: Type.Number({ description: "The measured value." }),
  threshold: Type.Number({ description: "The threshold of the rule." }),
  source_ip: nullable(text("The source that the alert is about; null when it is about the whole domain.")),
  ...classAndCause("most of the failing mail that the alert is about"),
  triggered_at: time("When the threshold was crossed."),
  cleared_at: nullable(time("When the alert ended; null while the threshold is crossed.")),
});

const attention = (closedAt: string) =>
  Type.Object({
    ...domainFacts,
    labels: Type.Array(text("One label."), { maxItems: LABELS_MAX, description: "The domain's labels." }),
    attention_id: text(
      "Identifier of the reason, the same when it opens and when it closes: GET /api/v1/domains/attention.",
    ),
    reason: Type.Enum(
      [
        "own_mail_lost",
        "verification_lost",
        "dns_broken",
        "policy_weaker",
        "misconfigured_sender",
        "unknown_sender",
        "spoofed_mail_delivered",
        "failing_volume",
        "silence",
        "pass_rate",
        "new_reporter",
        "new_senders",
        "held_reports",
        "ready_for_enforcement",
        "dns_changed",
      ],
      { description: "Why the domain needs attention." },
    ),
    summary: text("What is wrong, in one sentence with figures."),
    value: Type.Number({ description: "The measured value." }),
    threshold: Type.Number({ description: "The value from which on it is a reason." }),
    opened_at: time("When the reason began."),
    closed_at: nullable(time(closedAt)),
  });

/** `data` by event type. */
export const dataSchemas = {
  "report.received": reportReceivedSchema,
  "report.failure": reportFailureSchema,
  "domain.verified": domainVerifiedSchema,
  "domain.dns_changed": dnsChangedSchema,
  "alert.triggered": alertTriggeredSchema,
  "domain.attention.opened": attention("Null: it lasts."),
  "domain.attention.closed": attention("When the reason ended. The event comes when it has stayed away for an hour."),
};

export type EventType = keyof typeof dataSchemas;

export type EventData<Type extends EventType> = Static<(typeof dataSchemas)[Type]>;
