import { type HttpServer, readCaller } from "@ruaflow/http";
import type { DeliveryFilter } from "@ruaflow/metadata-store/delivery";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainsQuery, readDomains } from "../domain-filter.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { readTime, TimeQuery } from "../time-query.ts";
import { DeliverySchema, DeliveryStatusSchema, toDeliveryBody, WebhookProblems } from "./delivery-schema.ts";
import { requireWebhook, requireWebhookPlan } from "./require-webhook.ts";
import { EventTypeSchema, MissedSchema, toMissed, WebhookParams } from "./webhook-schema.ts";

/** Which deliveries a list or a count is about. */
export const DeliveriesQuery = {
  event_type: Type.Optional(EventTypeSchema),
  ...DomainsQuery(),
  since: TimeQuery("Only deliveries queued at this time or later."),
  until: TimeQuery("Only deliveries queued before this time."),
};

const DeliveriesQuerySchema = Type.Object(DeliveriesQuery);

/**
 * The deliveries that a query is about.
 * @throws {ProblemError} 400 for a time that is none, 404 for a domain that the organization does not have
 */
export async function readDeliveryFilter(
  context: ApiContext,
  organizationId: string,
  query: Static<typeof DeliveriesQuerySchema>,
): Promise<DeliveryFilter> {
  const { event_type, since, until } = query;
  return {
    ...(event_type !== undefined && { eventType: event_type }),
    ...(await readDomains(context, organizationId, query)),
    ...(since !== undefined && { since: readTime("/query/since", since) }),
    ...(until !== undefined && { until: readTime("/query/until", until) }),
  };
}

const schema = {
  operationId: "listDeliveries",
  tags: ["Webhooks"],
  summary: "List the deliveries of a webhook, newest first",
  description: "Requires the plan plus or higher. Deliveries are kept for 30 days.",
  params: WebhookParams,
  querystring: Type.Object(
    { status: Type.Optional(DeliveryStatusSchema), ...DeliveriesQuery, ...PagingQuery },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({ data: Type.Array(DeliverySchema), meta: Type.Object({ ...PagingMeta, ...MissedSchema }) }),
    ...WebhookProblems,
  },
};

/** GET /webhooks/:id/deliveries */
export function registerListDeliveries(server: HttpServer, context: ApiContext): void {
  const route = { schema, config: { scope: "webhooks:read" }, onRequest: requireWebhookPlan };
  server.get("/webhooks/:id/deliveries", route, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const webhook = await requireWebhook(context, organizationId, request.params.id);
    const { status, page, per_page, ...query } = request.query;
    const { items, total } = await context.metadata.delivery.listDeliveries(organizationId, {
      webhookId: webhook.id,
      ...(await readDeliveryFilter(context, organizationId, query)),
      ...(status !== undefined && { status }),
      page,
      perPage: per_page,
    });
    reply.header("link", toLinkHeader(request.url, total, request.query));
    return { data: items.map(toDeliveryBody), meta: { ...toPagingMeta(total, request.query), ...toMissed(webhook) } };
  });
}
