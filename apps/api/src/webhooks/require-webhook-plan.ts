import { requirePlan, WEBHOOK_PLAN } from "../plan.ts";

/** Hook of every route about webhooks. */
export async function requireWebhookPlan(request: Parameters<typeof requirePlan>[0]): Promise<void> {
  requirePlan(request, WEBHOOK_PLAN, "Webhooks");
}
