import { createRateLimits, type RateLimits } from "./rate-limits.ts";

/** Requests per minute of one API key, by the plan of its organization. */
const REQUESTS: Readonly<Record<string, number>> = { free: 120, plus: 300, protect: 600, enterprise: 1200 };
const REQUESTS_LEAST = 120;
/** CSV exports per minute of one organization. */
const EXPORTS = 5;
/** Keys that are none, per minute and address. */
const BAD_KEYS = 20;

/** The limits of the plans, counted by each process for itself. */
export function createPlanLimits(now?: () => number): RateLimits {
  const requests = (plan: string) => REQUESTS[plan] ?? REQUESTS_LEAST;
  return createRateLimits({ requests, exports: EXPORTS, badKeys: BAD_KEYS }, now);
}
