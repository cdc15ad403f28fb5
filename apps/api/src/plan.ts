import { ProblemError, readCaller } from "@ruaflow/http";
import { type Plan, plans } from "@ruaflow/metadata-store/tenants";

/** The lowest plans with these features. */
export const CSV_PLAN: Plan = "protect";
export const WEBHOOK_PLAN: Plan = "plus";

/** True when `plan` is `least` or a higher one; false for an unknown plan. */
export function includesPlan(plan: string, least: Plan): boolean {
  const ascending: readonly string[] = plans;
  return ascending.indexOf(plan) >= ascending.indexOf(least);
}

/** What a request is looked at for; every request of the server fits. */
type AuthenticatedRequest = Parameters<typeof readCaller>[0];

/**
 * Lets a request pass whose organization has at least `plan`.
 * @throws {ProblemError} plan_required
 */
export function requirePlan(request: AuthenticatedRequest, plan: Plan, feature: string): void {
  if (includesPlan(readCaller(request).plan, plan)) return;
  throw new ProblemError("plan_required", `${feature} need the plan ${plan} or a higher one.`);
}
