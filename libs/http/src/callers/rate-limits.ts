import { type Quota, toNetwork, WindowCounter } from "@ruaflow/runtime/work";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "../problem.ts";
import type { Caller } from "./caller.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** True for requests that also count against the separate quota for exports. */
    isExport?: (request: FastifyRequest) => boolean;
  }
}

/** Quotas per minute. */
export interface RateQuotas {
  /** Requests of one key, by the plan of its organization. */
  readonly requests: (plan: string) => number;
  /** Exports of one organization. */
  readonly exports: number;
  /** Requests with invalid keys from one address (IPv6: one /64). */
  readonly invalidKeys: number;
}

/** Called when a request is authenticated. */
export interface RateLimits {
  /** @throws {ProblemError} rate_limited */
  takeRequest(request: FastifyRequest, reply: FastifyReply, caller: Caller): void;
  /** @throws {ProblemError} rate_limited */
  takeInvalidKey(request: FastifyRequest, reply: FastifyReply): void;
}

const WINDOW_S = 60;
const NAMES_MAX = 10_000;

/**
 * Limits per key, counted in the memory of this process: n processes together allow n times as many requests. Every response
 * shows the remaining quota in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10), a refusal also
 * `Retry-After`. `@fastify/rate-limit` supports only the three older headers, and only one limit per response.
 */
export function createRateLimits(quotas: RateQuotas, now: () => number = Date.now): RateLimits {
  const createCounter = () => new WindowCounter({ windowMs: WINDOW_S * 1000, namesMax: NAMES_MAX, now });
  const requests = createCounter();
  const exports = createCounter();
  const invalidKeys = createCounter();
  return {
    takeRequest(request, reply, { keyId, plan, organizationId }) {
      const quota = quotas.requests(plan);
      const taken: Taken[] = [{ policy: "requests", quota, ...requests.take(keyId, quota) }];
      if (request.routeOptions.config.isExport?.(request)) {
        taken.push({ policy: "exports", quota: quotas.exports, ...exports.take(organizationId, quotas.exports) });
      }
      reply.header(
        "ratelimit-policy",
        taken.map((each) => `"${each.policy}";q=${each.quota};w=${WINDOW_S}`).join(", "),
      );
      reply.header(
        "ratelimit",
        taken.map((each) => `"${each.policy}";r=${each.remaining};t=${each.resetS}`).join(", "),
      );
      const refused = taken.find(({ isTaken }) => !isTaken);
      if (refused) refuse(reply, refused.resetS, `${refused.quota} ${refused.policy} a minute are allowed`);
    },
    takeInvalidKey(request, reply) {
      const { isTaken, resetS } = invalidKeys.take(toNetwork(request.ip), quotas.invalidKeys);
      if (!isTaken) refuse(reply, resetS, "Too many requests from this address had no valid key");
    },
  };
}

interface Taken extends Quota {
  readonly policy: string;
  readonly quota: number;
}

function refuse(reply: FastifyReply, resetS: number, reason: string): never {
  reply.header("retry-after", String(resetS));
  throw new ProblemError("rate_limited", `${reason}; try again in ${resetS} s.`);
}
