import { createDns, parseDnsServers, parseReportDomain, REPORT_DOMAIN_DEFAULT } from "@ruaflow/dns";
import { toClientOptions } from "@ruaflow/http/settings";
import { openServiceMap } from "@ruaflow/senders";
import { createSender, toDisableRule, toSenderOptions, webhookDisableSettings } from "@ruaflow/webhooks";
import { checkWebhookUrl } from "@ruaflow/webhooks/address";

/** From the API contract. */
const WEBHOOK_DEADLINE_DEFAULT_MS = 30_000;

interface ApiSettings {
  readonly RUAFLOW_RATE_LIMITS: "on" | "off";
  readonly RUAFLOW_TRUSTED_PROXIES?: string | undefined;
  readonly RUAFLOW_WEBHOOK_RANGES?: string | undefined;
  readonly RUAFLOW_WEBHOOK_CA?: string | undefined;
  readonly RUAFLOW_WEBHOOK_DEADLINE_MS?: number | undefined;
  readonly RUAFLOW_WEBHOOK_DISABLE_FAILURES?: number | undefined;
  readonly RUAFLOW_WEBHOOK_DISABLE_HOURS?: number | undefined;
  readonly RUAFLOW_DNS_SERVERS?: string | undefined;
  readonly RUAFLOW_REPORT_DOMAIN?: string | undefined;
  readonly RUAFLOW_SENDERS_JSON?: string | undefined;
}

/**
 * The values of `apiSettings` as options of `createApi`.
 * @throws {UsageError} for invalid addresses, ranges, domains or services
 */
export function toApiOptions(settings: ApiSettings) {
  const { RUAFLOW_DNS_SERVERS = "", RUAFLOW_REPORT_DOMAIN = REPORT_DOMAIN_DEFAULT } = settings;
  const { RUAFLOW_WEBHOOK_DEADLINE_MS = WEBHOOK_DEADLINE_DEFAULT_MS } = settings;
  const senderOptions = toSenderOptions({ ...settings, RUAFLOW_WEBHOOK_DEADLINE_MS });
  return {
    checkWebhookUrl: (url: string) => checkWebhookUrl(url, senderOptions),
    sender: createSender(senderOptions),
    disableAfter: toDisableRule({
      RUAFLOW_WEBHOOK_DISABLE_FAILURES:
        settings.RUAFLOW_WEBHOOK_DISABLE_FAILURES ?? webhookDisableSettings.RUAFLOW_WEBHOOK_DISABLE_FAILURES.default,
      RUAFLOW_WEBHOOK_DISABLE_HOURS:
        settings.RUAFLOW_WEBHOOK_DISABLE_HOURS ?? webhookDisableSettings.RUAFLOW_WEBHOOK_DISABLE_HOURS.default,
    }),
    ...toClientOptions(settings),
    dns: createDns({ servers: parseDnsServers(RUAFLOW_DNS_SERVERS) }),
    services: openServiceMap(settings.RUAFLOW_SENDERS_JSON),
    reportDomain: parseReportDomain(RUAFLOW_REPORT_DOMAIN),
  };
}
