import { httpSettings } from "@ruaflow/http";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime";
import { Type } from "typebox";

/** A name that belongs to nobody: whoever receives mail sets another one. */
export const REPORT_DOMAIN_DEFAULT = "reports.ruaflow.example";

/** Settings of the API, for every process that answers it. */
export const apiSettings = (defaults: { readonly rateLimits: "on" | "off" }) => ({
  ...secretsSettings,
  RUAFLOW_RATE_LIMITS: Type.Union([Type.Literal("on"), Type.Literal("off")], {
    default: defaults.rateLimits,
    description: "Requests per key and plan are limited; each process counts for itself.",
  }),
  RUAFLOW_WEBHOOK_RANGES: Type.Optional(
    Type.String({ description: "Private addresses that webhooks may be sent to: 10.1.0.0/16, fd00::/8." }),
  ),
  RUAFLOW_DNS_SERVERS: Type.Optional(
    Type.String({ description: "Resolvers to ask, best two: 192.0.2.1, [2001:db8::1]:5353; not set: the system's." }),
  ),
  RUAFLOW_REPORT_DOMAIN: Type.String({
    default: REPORT_DOMAIN_DEFAULT,
    description: "Domain of the mailboxes that receive reports; it stands in the rua of every monitored domain.",
  }),
});

export const settingsSchema = Type.Object({
  ...httpSettings(8080),
  ...apiSettings({ rateLimits: "on" }),
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...loggerSettings,
});
