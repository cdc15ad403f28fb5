import { requirePlan } from "../plan.ts";

/** Hook of every route about webhooks. */
export async function requireWebhookPlan(request: Parameters<typeof requirePlan>[0]): Promise<void> {
  requirePlan(request, "plus", "Webhooks");
}
