import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { readTime } from "../time-query.ts";
import { WebhookProblems } from "./delivery-schema.ts";
import { inactiveWebhook, requireWebhookPlan, unknownWebhook } from "./require-webhook.ts";
import { WebhookParams } from "./webhook-schema.ts";

const schema = {
  operationId: "recoverDeliveries",
  tags: ["Webhooks"],
  summary: "Deliver events that the webhook missed since a given time",
  description:
    "Requires the plan plus or higher. Queues events whose attempts all failed, and events that occurred while the queue was full or the webhook inactive. Events are kept for 30 days.",
  params: WebhookParams,
  querystring: Type.Object({}, { additionalProperties: false }),
  body: Type.Object(
    {
      since: Type.String({
        format: "date-time",
        description: "Recovers events whose created_at is this time or later.",
        examples: ["2026-10-01T08:30:00Z"],
      }),
    },
    { additionalProperties: false },
  ),
  response: {
    202: Type.Object({
      data: Type.Object({
        queued: Type.Integer({ description: "Events queued for delivery, oldest first.", examples: [12] }),
        left: Type.Integer({
          description: "Events that did not fit in the queue; repeat the request when the queue is shorter.",
          examples: [0],
        }),
      }),
    }),
    ...WebhookProblems,
    409: ProblemSchema,
    422: ProblemSchema,
  },
};

/** POST /webhooks/:id/recover */
export function registerRecoverDeliveries(server: HttpServer, { metadata, now }: ApiContext): void {
  const route = { schema, config: { scope: "webhooks:write" }, onRequest: requireWebhookPlan };
  server.post("/webhooks/:id/recover", route, async (request, reply) => {
    const since = readTime("/body/since", request.body.since);
    const { organizationId } = readCaller(request);
    const recovered = await metadata.delivery.recoverDeliveries(organizationId, {
      webhookId: request.params.id,
      since,
      now: now(),
    });
    if (recovered === null) throw unknownWebhook();
    if (recovered === "inactive") throw inactiveWebhook();
    return reply.status(202).send({ data: recovered });
  });
}
