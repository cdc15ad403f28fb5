import { MAIL_ADDRESS, MAIL_ADDRESS_CHARS_MAX } from "@ruaflow/dns/claims";
import type { DomainChanges, DomainSettings } from "@ruaflow/metadata-store/domains";
import { REPORT_ADDRESSES_MAX } from "@ruaflow/metadata-store/tenants";
import { type Static, Type } from "typebox";

const MESSAGES_MAX = 1_000_000_000;
/** Free text: one line, without control characters. */
const LINE = "^[^\\u0000-\\u001f\\u007f]*$";

const Enabled = Type.Boolean({ description: "Whether the rule is active.", examples: [true] });
const Messages = (description: string, example: number) =>
  Type.Integer({ minimum: 1, maximum: MESSAGES_MAX, description, examples: [example] });
const Days = (description: string, { most, example }: { most: number; example: number }) =>
  Type.Integer({ minimum: 1, maximum: most, description, examples: [example] });
const rule = { additionalProperties: false };

const rules = {
  pass_rate: Type.Object(
    {
      enabled: Enabled,
      below: Type.Number({ minimum: 0, maximum: 100, description: "Percent.", examples: [90] }),
      window_days: Days("Length of the window in days, up to now.", { most: 90, example: 7 }),
      messages_min: Messages("With fewer messages in the window the rule does not apply.", 100),
      of: Type.Optional(
        Type.Unsafe<"legitimate" | "all">({
          type: "string",
          enum: ["legitimate", "all"],
          default: "legitimate",
          description:
            "Messages that count. legitimate: all but forged ones, whatever became of them. all: every message of the reports, as pass_rate of the answers.",
          examples: ["legitimate"],
        }),
      ),
    },
    {
      ...rule,
      description:
        "Less than `below` percent of the messages in the window pass DMARC. Forged ones do not count, unless `of` is all.",
    },
  ),
  new_source: Type.Object(
    { enabled: Enabled, failures_min: Messages("Smallest number of failing messages that triggers an alert.", 50) },
    {
      ...rule,
      description:
        "A source that was never seen before sends failing messages, other than forged ones that receivers refused.",
    },
  ),
  failure_volume: Type.Object(
    {
      enabled: Enabled,
      times: Type.Number({ minimum: 1.1, maximum: 1000, description: "Factor above the usual number.", examples: [3] }),
      failures_min: Messages("With fewer failing messages in a day the rule does not apply.", 100),
    },
    {
      ...rule,
      description: "Many more messages fail in a day than usually do, without forged ones that receivers refused.",
    },
  ),
  missing_reports: Type.Object(
    {
      enabled: Enabled,
      days: Days("UTC days without a report that counts, beyond the usual gap between days with reports.", {
        most: 90,
        example: 3,
      }),
    },
    { ...rule, description: "There are no reports about some days." },
  ),
  new_reporter: Type.Object(
    { enabled: Enabled, messages_min: Messages("With fewer messages of new reporters the rule does not apply.", 100) },
    {
      ...rule,
      description:
        "Reporters whose first report came less than 7 days ago state more messages than all others together in 7 days.",
    },
  ),
};

const labels = Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: LINE, examples: ["client-a"] }), {
  maxItems: 20,
  uniqueItems: true,
  description: "Your labels for the domain.",
  examples: [["client-a"]],
});
const clientReference = Type.Union([Type.String({ minLength: 1, maxLength: 100, pattern: LINE }), Type.Null()], {
  description: "Your reference for the client who owns the domain; null: not set.",
  examples: ["C-1042"],
});

const retentionDays = Type.Union([Type.Integer({ minimum: 30, maximum: 36500 }), Type.Null()], {
  description:
    "Days that reports are kept, counted from their UTC day. Older reports are deleted within two hours, and stay deleted if sent again. null: reports are kept indefinitely.",
  examples: [400],
});

const rawRetentionDays = Type.Union([Type.Integer({ minimum: 1, maximum: 36500 }), Type.Null()], {
  description:
    "Days that the XML of reports is kept for download, counted from the UTC day of the report, at most as long as the report. What arrived together with reports of other domains is kept until all of them allow its deletion. null: as the service is set.",
  examples: [90],
});

const reportAddresses = Type.Array(
  Type.String({ maxLength: MAIL_ADDRESS_CHARS_MAX, pattern: MAIL_ADDRESS, examples: ["dmarc@example.com"] }),
  {
    maxItems: REPORT_ADDRESSES_MAX,
    uniqueItems: true,
    description:
      "Your own addresses that are right in the rua of the domain's DMARC record, for example a mailbox that this service collects. The DNS state is then ok without the service's mailbox.",
    examples: [["dmarc@example.com"]],
  },
);

export const SettingsSchema = Type.Object({
  alert_rules: Type.Object(rules, { description: "When to raise the event alert.triggered." }),
  dns_watch: Type.Boolean({ description: "Whether to check the domain's DNS records for changes.", examples: [true] }),
  labels,
  client_reference: clientReference,
  retention_days: retentionDays,
  raw_retention_days: rawRetentionDays,
  report_addresses: reportAddresses,
});

/** Body of PUT /domains/:id: the settings to change. */
export const SettingsChanges = Type.Object(
  {
    alert_rules: Type.Optional(
      Type.Object(
        {
          pass_rate: Type.Optional(rules.pass_rate),
          new_source: Type.Optional(rules.new_source),
          failure_volume: Type.Optional(rules.failure_volume),
          missing_reports: Type.Optional(rules.missing_reports),
          new_reporter: Type.Optional(rules.new_reporter),
        },
        {
          additionalProperties: false,
          description: "A rule that is given replaces the previous one completely; the others stay unchanged.",
          examples: [{ missing_reports: { enabled: true, days: 3 } }],
        },
      ),
    ),
    dns_watch: Type.Optional(SettingsSchema.properties.dns_watch),
    labels: Type.Optional(labels),
    client_reference: Type.Optional(clientReference),
    retention_days: Type.Optional(retentionDays),
    raw_retention_days: Type.Optional(rawRetentionDays),
    report_addresses: Type.Optional(reportAddresses),
  },
  { additionalProperties: false, minProperties: 1, examples: [{ labels: ["client-a"], dns_watch: true }] },
);

export function toSettingsBody(settings: DomainSettings) {
  return {
    alert_rules: settings.alertRules,
    dns_watch: settings.dnsWatch,
    labels: [...settings.labels],
    client_reference: settings.clientReference,
    retention_days: settings.retentionDays,
    raw_retention_days: settings.rawRetentionDays,
    report_addresses: [...settings.reportAddresses],
  };
}

export function toSettingsChanges(body: Static<typeof SettingsChanges>): DomainChanges {
  const { alert_rules, dns_watch, client_reference, retention_days, raw_retention_days } = body;
  return {
    ...(alert_rules !== undefined && { alertRules: alert_rules }),
    ...(dns_watch !== undefined && { dnsWatch: dns_watch }),
    ...(body.labels !== undefined && { labels: body.labels }),
    ...(client_reference !== undefined && { clientReference: client_reference }),
    ...(retention_days !== undefined && { retentionDays: retention_days }),
    ...(raw_retention_days !== undefined && { rawRetentionDays: raw_retention_days }),
    ...(body.report_addresses !== undefined && {
      reportAddresses: body.report_addresses.map((address) => address.toLowerCase()),
    }),
  };
}
