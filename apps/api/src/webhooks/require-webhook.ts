import { ProblemError } from "@ruaflow/http";
import type { Webhook } from "@ruaflow/metadata-store/delivery";
import type { ApiContext } from "../context.ts";

/** @throws {ProblemError} 404, the same for an unknown id and for one of somebody else */
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
  return new ProblemError("not_found", "There is no delivery with this id to this webhook.");
}

export function inactiveWebhook(): ProblemError {
  return new ProblemError("webhook_inactive", "The webhook is not active: enable it, then try again.");
}
