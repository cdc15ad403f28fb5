import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { authenticateCallers } from "../callers/authentication.ts";
import type { Caller } from "../callers/caller.ts";
import type { RateLimits } from "../callers/rate-limits.ts";
import type { HttpServer } from "../http-server.ts";
import { createHttpServer, type HttpServerOptions } from "../server.ts";

/** The caller with the key `good`. */
const caller: Caller = { keyId: "key-1", organizationId: "org_1", plan: "free", scopes: ["read"] };

/**
 * Creates a server without routes. The keys `good`, `good-2`, `good-3`, ... of organizations 1, 2, 3, ... are valid, and the
 * sessions `fresh` and `used` of the first, of which only `used` has a later end than the browser knows.
 */
export async function createTestServer(
  options: Partial<HttpServerOptions> = {},
  rateLimits?: RateLimits,
): Promise<HttpServer> {
  const server = await createHttpServer({
    logger: createLogger({ app: "test", level: "silent" }),
    metrics: createMetrics(),
    readiness: {},
    bodyBytesMax: 1000,
    info: { title: "Test", description: "Test" },
    ...options,
  });
  const findKey = async (presented: string) => toCaller(presented);
  authenticateCallers(server, { findKey, findSession: async (token) => toSession(token), rateLimits });
  return server;
}

function toCaller(presented: string): Caller | null {
  const [, number = "1"] = presented.match(/^good(?:-(\d+))?$/) ?? [];
  if (!presented.startsWith("good")) return null;
  return { ...caller, keyId: `key-${number}`, organizationId: `org_${number}` };
}

function toSession(token: string) {
  const expiresAt = new Date(Date.now() + 60_000);
  return ["fresh", "used"].includes(token) ? { key: caller, expiresAt, isRenewed: token === "used" } : null;
}
