import { checkWebhookUrl, parseAddressRanges } from "@ruaflow/webhooks";
import { createPlanLimits } from "./limits.ts";

interface ApiSettings {
  readonly RUAFLOW_RATE_LIMITS: "on" | "off";
  readonly RUAFLOW_WEBHOOK_RANGES?: string | undefined;
}

/**
 * What `apiSettings` say, as options of `createApi`.
 * @throws {UsageError} for ranges of addresses that are none
 */
export function toApiOptions({ RUAFLOW_RATE_LIMITS, RUAFLOW_WEBHOOK_RANGES = "" }: ApiSettings) {
  const allow = parseAddressRanges(RUAFLOW_WEBHOOK_RANGES);
  return {
    checkWebhookUrl: (url: string) => checkWebhookUrl(url, { allow }),
    rateLimits: RUAFLOW_RATE_LIMITS === "on" ? createPlanLimits() : undefined,
  };
}
