import { parseDnsServers, parseReportDomain } from "@ruaflow/dns";
import { clientSettings, httpSettings } from "@ruaflow/http/settings";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { recordStoreSettings } from "@ruaflow/record-store";
import { loggerSettings } from "@ruaflow/runtime/logging";
import { setting } from "@ruaflow/runtime/settings";
import { webhookDisableSettings, webhookSenderSettings } from "@ruaflow/webhooks";

/** A name that belongs to nobody (RFC 2606): whoever is to receive mail sets another one. */
export const REPORT_DOMAIN_DEFAULT = "reports.ruaflow.example";

/** Settings of the API, for every process that answers it. */
export const apiSettings = (defaults: { readonly rateLimits: "on" | "off" }) => ({
  ...secretsSettings,
  ...clientSettings(defaults),
  ...webhookSenderSettings,
  ...webhookDisableSettings,
  RUAFLOW_DNS_SERVERS: setting.text({
    description: "Resolvers to ask, best two: 192.0.2.1, [2001:db8::1]:5353; not set: the system's.",
    check: parseDnsServers,
  }),
  RUAFLOW_REPORT_DOMAIN: setting.text({
    check: parseReportDomain,
    default: REPORT_DOMAIN_DEFAULT,
    description:
      "Domain of the mailboxes that receive reports; it stands in the rua of every monitored domain. Set it before anybody publishes records: the default belongs to nobody, and what is sent there is lost.",
  }),
});

export const settingsSchema = {
  ...httpSettings(8080),
  ...apiSettings({ rateLimits: "on" }),
  ...metadataStoreSettings,
  ...recordStoreSettings,
  ...loggerSettings,
};
