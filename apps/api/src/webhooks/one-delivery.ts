import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DeliveryDetailSchema, DeliveryParams, toDeliveryDetail, WebhookProblems } from "./delivery-schema.ts";
import { inactiveWebhook, requireWebhookPlan, unknownDelivery } from "./require-webhook.ts";

const shared = {
  tags: ["Webhooks"],
  params: DeliveryParams,
  querystring: Type.Object({}, { additionalProperties: false }),
};
const body = Type.Object({ data: DeliveryDetailSchema });

const readSchema = {
  ...shared,
  operationId: "readDelivery",
  summary: "Read a delivery with its event and each attempt",
  description: "Requires the plan plus or higher.",
  response: { 200: body, ...WebhookProblems },
};
const redeliverSchema = {
  ...shared,
  operationId: "redeliverEvent",
  summary: "Deliver an event again, with the same id and bytes, in a new series of attempts",
  description: "Requires the plan plus or higher. A delivery that is pending or being delivered stays unchanged.",
  response: { 202: body, ...WebhookProblems, 409: ProblemSchema, 422: ProblemSchema },
};

/** GET /webhooks/:id/deliveries/:delivery_id and POST …/redeliver */
export function registerOneDelivery(server: HttpServer, context: ApiContext): void {
  const path = "/webhooks/:id/deliveries/:delivery_id";
  const onRequest = requireWebhookPlan;
  server.get(
    path,
    { schema: readSchema, config: { scope: "webhooks:read", etag: true }, onRequest },
    async (request) => ({
      data: await readDelivery(context, readCaller(request).organizationId, request.params),
    }),
  );

  const route = { schema: redeliverSchema, config: { scope: "webhooks:write" }, onRequest };
  server.post(`${path}/redeliver`, route, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { id: webhookId, delivery_id: deliveryId } = request.params;
    const place = { webhookId, deliveryId, now: context.now() };
    const result = await context.metadata.delivery.redeliver(organizationId, place);
    if (result === null) throw unknownDelivery();
    if (result === "inactive") throw inactiveWebhook();
    return reply.status(202).send({ data: await readDelivery(context, organizationId, request.params) });
  });
}

async function readDelivery(
  { metadata }: ApiContext,
  organizationId: string,
  { id: webhookId, delivery_id: deliveryId }: { readonly id: string; readonly delivery_id: string },
) {
  const delivery = await metadata.delivery.readDelivery(organizationId, { webhookId, deliveryId });
  if (delivery === null) throw unknownDelivery();
  return toDeliveryDetail(delivery);
}
