import { ProblemError, readCaller } from "@ruaflow/http";
import { type Plan, plans } from "@ruaflow/metadata-store";

/** What a request is looked at for; every request of the server fits. */
type AuthenticatedRequest = Parameters<typeof readCaller>[0];

/**
 * Lets a request pass whose organization has at least `plan`.
 * @throws {ProblemError} plan_required
 */
export function requirePlan(request: AuthenticatedRequest, plan: Plan, feature: string): void {
  const ascending: readonly string[] = plans;
  if (ascending.indexOf(readCaller(request).plan) >= ascending.indexOf(plan)) return;
  throw new ProblemError("plan_required", `${feature} need the plan ${plan} or a higher one.`);
}
