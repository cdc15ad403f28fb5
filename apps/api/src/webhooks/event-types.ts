import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { createEnvelopeSchema, describeEventType, eventTypes, sampleEvent } from "@ruaflow/webhooks/event-types";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { AnyObject, SentEventSchema, toSentEvent } from "./delivery-schema.ts";
import { requireWebhookPlan } from "./require-webhook.ts";
import { EventTypeSchema } from "./webhook-schema.ts";

const schema = {
  operationId: "listEventTypes",
  tags: ["Webhooks"],
  summary: "List the event types that webhooks can receive, with their schemas",
  description: "Requires the plan plus or higher.",
  querystring: Type.Object({}, { additionalProperties: false }),
  response: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          type: EventTypeSchema,
          description: Type.String({ examples: ["New DMARC aggregate report received"] }),
          schema: AnyObject("JSON Schema of the complete request body."),
          example: SentEventSchema,
        }),
      ),
      meta: Type.Object({ total: Type.Integer({ examples: [eventTypes.length] }) }),
    }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    429: ProblemSchema,
  },
};

/** GET /event-types */
export function registerEventTypes(server: HttpServer, { now }: ApiContext): void {
  const route = { schema, config: { scope: "webhooks:read" }, onRequest: requireWebhookPlan };
  server.get("/event-types", route, async (request) => {
    const options = { organizationId: readCaller(request).organizationId, now: now() };
    const data = eventTypes.map((type) => ({
      type,
      description: describeEventType(type),
      schema: { ...createEnvelopeSchema(type) },
      example: toSentEvent(sampleEvent(type, options).body),
    }));
    return { data, meta: { total: data.length } };
  });
}
