import { createRateLimits, type RateLimits } from "@ruaflow/http";
import { type Plan, plans } from "@ruaflow/metadata-store";

/** Requests per minute of one API key. */
const REQUESTS: Record<Plan, number> = { free: 120, plus: 300, protect: 600, enterprise: 1200 };
/** CSV exports per minute of one organization. */
const EXPORTS = 5;
/** Keys that are none, per minute and address. */
const BAD_KEYS = 20;

/** The limits of the plans, counted by each process for itself. */
export function createPlanLimits(now?: () => number): RateLimits {
  const requests = (plan: string) => REQUESTS[plans.find((name) => name === plan) ?? "free"];
  return createRateLimits({ requests, exports: EXPORTS, badKeys: BAD_KEYS }, now);
}
