import { ProblemError } from "@ruaflow/http";
import type { Webhook } from "@ruaflow/metadata-store/delivery";
import type { ApiContext } from "../context.ts";
import { requirePlan, WEBHOOK_PLAN } from "../plan.ts";

/** Hook of every route about webhooks. */
export async function requireWebhookPlan(request: Parameters<typeof requirePlan>[0]): Promise<void> {
  requirePlan(request, WEBHOOK_PLAN, "Webhooks");
}

/** @throws {ProblemError} 404, the same for an unknown id and for another organization's */
export async function requireWebhook(
  { metadata }: ApiContext,
  organizationId: string,
  webhookId: string,
): Promise<Webhook> {
  const webhook = await metadata.delivery.readWebhook(organizationId, webhookId);
  if (webhook === null) throw unknownWebhook();
  return webhook;
}

export function unknownWebhook(): ProblemError {
  return new ProblemError("not_found", "There is no webhook with this id.");
}

export function unknownDelivery(): ProblemError {
  return new ProblemError("not_found", "This webhook has no delivery with this id.");
}

export function inactiveWebhook(): ProblemError {
  return new ProblemError("webhook_inactive", "The webhook is not active. Enable it, then try again.");
}
