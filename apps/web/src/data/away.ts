import { RuaflowError } from "@ruaflow/client";

/** Of a proxy in front of a service that does not answer. */
const OF_PROXIES: ReadonlySet<number> = new Set([502, 504]);

/** Whether a request failed because the service, or the network on the way to it, is away. */
export function isAway(error: unknown): boolean {
  return error instanceof RuaflowError && (error.status === 0 || OF_PROXIES.has(error.status));
}
