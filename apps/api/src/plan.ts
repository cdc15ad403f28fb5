import { ProblemError, readCaller } from "@ruaflow/http";
import { type Plan, plans } from "@ruaflow/metadata-store/tenants";

/** Lowest plan with each feature. */
export const CSV_PLAN: Plan = "protect";
export const WEBHOOK_PLAN: Plan = "plus";

/** True if `plan` is `least` or higher; false for an unknown plan. */
export function includesPlan(plan: string, least: Plan): boolean {
  const ascending: readonly string[] = plans;
  return ascending.indexOf(plan) >= ascending.indexOf(least);
}

/** The parts of a request that are read; every request of the server fits. */
type AuthenticatedRequest = Parameters<typeof readCaller>[0];

/**
 * Refuses a request whose organization has a plan below `plan`.
 * @throws {ProblemError} plan_required
 */
export function requirePlan(request: AuthenticatedRequest, plan: Plan, feature: string): void {
  if (includesPlan(readCaller(request).plan, plan)) return;
  throw new ProblemError("plan_required", `${feature} require the plan ${plan} or higher.`);
}
