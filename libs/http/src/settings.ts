import { parseAddressList } from "@ruaflow/runtime/addresses";
import { setting } from "@ruaflow/runtime/settings";
import { createPlanLimits } from "./callers/plan-limits.ts";

/** Settings of every process that listens. */
export const httpSettings = (port: number) => ({
  RUAFLOW_HOST: setting.text({ default: "127.0.0.1", description: "Address to listen on." }),
  RUAFLOW_PORT: setting.integer({
    default: port,
    minimum: 0,
    maximum: 65535,
    description: "Port to listen on; 0: any free port.",
  }),
});

/** Settings of every process that serves clients with API keys. */
export const clientSettings = (defaults: { readonly rateLimits: "on" | "off" }) => ({
  RUAFLOW_RATE_LIMITS: setting.oneOf(["on", "off"], {
    default: defaults.rateLimits,
    description: "Limits the requests per minute of each key by its plan; each process counts separately.",
  }),
  RUAFLOW_TRUSTED_PROXIES: setting.text({
    check: parseAddressList,
    description:
      "Proxies whose X-Forwarded-For (for the limit of invalid keys per address) and X-Forwarded-Proto (browsers sign in over HTTPS) are trusted: 127.0.0.1, 10.1.0.0/16; not set: both are ignored.",
  }),
});

interface ClientSettings {
  readonly RUAFLOW_RATE_LIMITS: "on" | "off";
  readonly RUAFLOW_TRUSTED_PROXIES?: string | undefined;
}

/**
 * Turns `clientSettings` into options of a server and its authentication.
 * @throws {UsageError} for an invalid address or prefix
 */
export function toClientOptions(settings: ClientSettings) {
  return {
    rateLimits: settings.RUAFLOW_RATE_LIMITS === "on" ? createPlanLimits() : undefined,
    trustedProxies: parseAddressList(settings.RUAFLOW_TRUSTED_PROXIES ?? ""),
  };
}
