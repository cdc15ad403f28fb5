import { createRateLimits, type RateLimits } from "./rate-limits.ts";

/** Requests per minute of one API key, by the plan of its organization. */
export const REQUESTS_PER_MINUTE: Readonly<Record<string, number>> = {
  free: 120,
  plus: 300,
  protect: 600,
  enterprise: 1200,
};
const REQUESTS_LEAST = 120;
/** CSV exports per minute of one organization. */
export const EXPORTS_PER_MINUTE = 5;
/** Requests with invalid keys, per minute and address. */
export const INVALID_KEYS_PER_MINUTE = 20;

/** The limits of the plans. Each process counts separately. */
export function createPlanLimits(now?: () => number): RateLimits {
  const requests = (plan: string) => REQUESTS_PER_MINUTE[plan] ?? REQUESTS_LEAST;
  return createRateLimits({ requests, exports: EXPORTS_PER_MINUTE, invalidKeys: INVALID_KEYS_PER_MINUTE }, now);
}
