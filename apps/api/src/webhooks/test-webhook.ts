import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { isDelivered } from "@ruaflow/webhooks";
import { isEventType, sampleEvent } from "@ruaflow/webhooks/event-types";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { OutcomeSchema, SentEventSchema, toOutcome, toSentEvent, WebhookProblems } from "./delivery-schema.ts";
import { requireWebhook, requireWebhookPlan, unknownWebhook } from "./require-webhook.ts";
import { EventTypeSchema, WebhookParams } from "./webhook-schema.ts";

/** Concurrent tests of one organization in this process: each may hold a connection for 30 seconds. */
const TESTS_MAX = 4;

const schema = {
  operationId: "testWebhook",
  tags: ["Webhooks"],
  summary: "Send a sample event to the endpoint at once and return the outcome",
  description:
    "Requires the plan plus or higher. Also works for an inactive webhook, and for event types that it is not subscribed to. Makes one attempt, which counts neither as a failure nor as a success of the webhook. The request has the header X-Ruaflow-Test: true, and its body test: true.",
  params: WebhookParams,
  querystring: Type.Object({}, { additionalProperties: false }),
  body: Type.Object(
    { type: Type.Unsafe<string>({ ...EventTypeSchema, default: "report.received" }) },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({
      data: Type.Object({
        delivery_id: Type.String({ examples: ["del_5f1d3a0b9c8e7f6a5b4c3d2e1f0a9b8c"] }),
        delivered: Type.Boolean({ description: "Whether the endpoint answered 2xx in time.", examples: [true] }),
        event: SentEventSchema,
        ...OutcomeSchema,
      }),
    }),
    ...WebhookProblems,
    409: ProblemSchema,
    422: ProblemSchema,
  },
};

/** POST /webhooks/:id/test */
export function registerTestWebhook(server: HttpServer, context: ApiContext): void {
  const underWay = new Map<string, number>();
  const route = {
    schema,
    config: { scope: "webhooks:write" },
    onRequest: requireWebhookPlan,
    // By the contract the request has no body.
    preValidation: async (request: { body?: unknown }) => {
      request.body ??= {};
    },
  };
  server.post("/webhooks/:id/test", route, async (request) => {
    const { organizationId } = readCaller(request);
    const tests = underWay.get(organizationId) ?? 0;
    if (tests >= TESTS_MAX)
      throw new ProblemError("limit_reached", `${TESTS_MAX} tests are in progress; wait for one to finish.`);
    underWay.set(organizationId, tests + 1);
    try {
      return { data: await sendSample(context, organizationId, { webhookId: request.params.id, ...request.body }) };
    } finally {
      const left = (underWay.get(organizationId) ?? 1) - 1;
      if (left === 0) underWay.delete(organizationId);
      else underWay.set(organizationId, left);
    }
  });
}

interface Sample {
  readonly webhookId: string;
  readonly type: string;
}

async function sendSample(context: ApiContext, organizationId: string, { webhookId, type }: Sample) {
  const { metadata, sender, now } = context;
  const { url } = await requireWebhook(context, organizationId, webhookId);
  const secrets = await metadata.delivery.readWebhookSecrets(organizationId, webhookId);
  if (secrets === null) throw unknownWebhook();
  const startedAt = now();
  const event = sampleEvent(isEventType(type) ? type : "report.received", {
    organizationId,
    now: startedAt,
    isTest: true,
  });
  const outcome = await sender.send({ url, eventId: event.id, body: event.body, secrets, isTest: true });
  const delivered = isDelivered(outcome);
  const test = { webhookId, event, attempt: { startedAt, ...outcome }, isDelivered: delivered };
  const deliveryId = await metadata.delivery.saveTestDelivery(organizationId, test);
  if (deliveryId === null) throw unknownWebhook();
  return { delivery_id: deliveryId, delivered, event: toSentEvent(event.body), ...toOutcome(outcome) };
}
