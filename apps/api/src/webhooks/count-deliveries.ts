import { type HttpServer, readCaller } from "@ruaflow/http";
import { deliveryStatuses, type StatusCount, WEBHOOKS_MAX } from "@ruaflow/metadata-store/delivery";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DeliveryStatusSchema, WebhookProblems } from "./delivery-schema.ts";
import { DeliveriesQuery, readDeliveryFilter } from "./list-deliveries.ts";
import { requireWebhookPlan } from "./require-webhook.ts";
import { TimeOrNull } from "./webhook-schema.ts";

/** Finished deliveries of one webhook that one answer counts. */
const FINISHED_COUNTED_MAX = 50_000;

const CountsSchema = Type.Array(
  Type.Object({
    status: DeliveryStatusSchema,
    deliveries: Type.Integer({ examples: [3] }),
    oldest_at: TimeOrNull("When the oldest of those that are not finished was queued; null: none, or finished."),
  }),
  { description: "Every status." },
);

const schema = {
  operationId: "countDeliveries",
  tags: ["Webhooks"],
  summary: "Count deliveries by status, over all webhooks and of each",
  description: `Requires the plan plus or higher. What is not finished is counted whatever its age; of what is, at most the newest ${FINISHED_COUNTED_MAX.toLocaleString("en-US")} deliveries of each webhook: complete says whether these are all. Deliveries are kept for 30 days.`,
  querystring: Type.Object(DeliveriesQuery, { additionalProperties: false }),
  response: {
    200: Type.Object({
      data: Type.Object({
        total: Type.Integer({ examples: [3] }),
        statuses: CountsSchema,
        complete: Type.Boolean({ description: "Whether everything is counted.", examples: [true] }),
        webhooks: Type.Array(
          Type.Object({
            webhook_id: Type.String({ examples: ["wh_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
            total: Type.Integer({ examples: [3] }),
            statuses: CountsSchema,
          }),
          { description: "Every webhook of the organization." },
        ),
      }),
    }),
    ...WebhookProblems,
  },
};

/** GET /webhooks/deliveries/counts */
export function registerCountDeliveries(server: HttpServer, context: ApiContext): void {
  const { delivery } = context.metadata;
  const route = { schema, config: { scope: "webhooks:read" }, onRequest: requireWebhookPlan };
  server.get("/webhooks/deliveries/counts", route, async (request) => {
    const { organizationId } = readCaller(request);
    const filter = await readDeliveryFilter(context, organizationId, request.query);
    const [counts, { items: webhooks }] = await Promise.all([
      delivery.countDeliveries(organizationId, { ...filter, finishedMax: FINISHED_COUNTED_MAX }),
      delivery.listWebhooks(organizationId, { page: 1, perPage: WEBHOOKS_MAX }),
    ]);
    const ofWebhook = (id: string) => counts.filter(({ webhookId }) => webhookId === id);
    return {
      data: {
        ...toBody(counts),
        complete: webhooks.every(({ id }) => countFinished(ofWebhook(id)) < FINISHED_COUNTED_MAX),
        webhooks: webhooks.map(({ id }) => ({ webhook_id: id, ...toBody(ofWebhook(id)) })),
      },
    };
  });
}

const isFinished = (status: string) => status === "delivered" || status === "exhausted";

function countFinished(counts: readonly StatusCount[]): number {
  return sum(counts.filter(({ status }) => isFinished(status)));
}

function toBody(counts: readonly StatusCount[]) {
  const statuses = deliveryStatuses.map((wanted) => {
    const found = counts.filter(({ status }) => status === wanted);
    const oldest = Math.min(...found.map(({ oldestAt }) => oldestAt.getTime()));
    const isOpen = found.length > 0 && !isFinished(wanted);
    return { status: wanted, deliveries: sum(found), oldest_at: isOpen ? new Date(oldest).toISOString() : null };
  });
  return { total: sum(counts), statuses };
}

function sum(counts: readonly StatusCount[]): number {
  return counts.reduce((total, { deliveries }) => total + deliveries, 0);
}
