import { setting } from "@ruaflow/runtime/settings";
import { createPlanLimits } from "./plan-limits.ts";
import { parseTrustedProxies } from "./trusted-proxies.ts";

/** Settings of every process that listens, for its schema. */
export const httpSettings = (port: number) => ({
  RUAFLOW_HOST: setting.text({ default: "127.0.0.1", description: "Address to listen on." }),
  RUAFLOW_PORT: setting.integer({
    default: port,
    minimum: 0,
    maximum: 65535,
    description: "Port to listen on; 0: any.",
  }),
});

/** Settings of every process that clients come to with keys, for its schema. */
export const clientSettings = (defaults: { readonly rateLimits: "on" | "off" }) => ({
  RUAFLOW_RATE_LIMITS: setting.oneOf(["on", "off"], {
    default: defaults.rateLimits,
    description: "Requests per key and plan are limited; each process counts for itself.",
  }),
  RUAFLOW_TRUSTED_PROXIES: setting.text({
    check: parseTrustedProxies,
    description:
      "Proxies whose X-Forwarded-For names the client, for the limit of bad keys per address: 127.0.0.1, 10.1.0.0/16; not set: none, who connects is the client.",
  }),
});

interface ClientSettings {
  readonly RUAFLOW_RATE_LIMITS: "on" | "off";
  readonly RUAFLOW_TRUSTED_PROXIES?: string | undefined;
}

/**
 * What `clientSettings` say, as options of a server and its authentication.
 * @throws {UsageError} for a range that is none
 */
export function toClientOptions(settings: ClientSettings) {
  return {
    rateLimits: settings.RUAFLOW_RATE_LIMITS === "on" ? createPlanLimits() : undefined,
    trustedProxies: parseTrustedProxies(settings.RUAFLOW_TRUSTED_PROXIES ?? ""),
  };
}
