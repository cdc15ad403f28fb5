import { parseDnsServers, parseReportDomain } from "@ruaflow/dns";
import { clientSettings, httpSettings } from "@ruaflow/http/settings";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { setting } from "@ruaflow/runtime/settings";
import { webhookDisableSettings, webhookSenderSettings } from "@ruaflow/webhooks";

/** A reserved name (RFC 2606) that receives no mail: the operator must set another. */
export const REPORT_DOMAIN_DEFAULT = "reports.ruaflow.example";

/** Settings of the API, for every process that serves it. */
export const apiSettings = (defaults: { readonly rateLimits: "on" | "off" }) => ({
  ...secretsSettings,
  ...clientSettings(defaults),
  ...webhookSenderSettings,
  ...webhookDisableSettings,
  RUAFLOW_DNS_SERVERS: setting.text({
    description: "DNS resolvers, preferably two: 192.0.2.1, [2001:db8::1]:5353; not set: the system's resolvers.",
    check: parseDnsServers,
  }),
  RUAFLOW_REPORT_DOMAIN: setting.text({
    check: parseReportDomain,
    default: REPORT_DOMAIN_DEFAULT,
    description:
      "Domain of the mailboxes that receive reports; every monitored domain names it in its rua. Set it before any domain publishes records: the default is a reserved name, and reports sent there are lost.",
  }),
});

export const settingsSchema = {
  ...httpSettings(8080),
  ...apiSettings({ rateLimits: "on" }),
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...loggerSettings,
};
