import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { requireWebhookPlan } from "./require-webhook.ts";
import { toWebhookBody, WebhookSchema } from "./webhook-schema.ts";

const schema = {
  operationId: "listWebhooks",
  tags: ["Webhooks"],
  summary: "List webhooks, oldest first",
  description: "Requires the plan plus or higher.",
  querystring: Type.Object(PagingQuery, { additionalProperties: false }),
  response: {
    200: Type.Object({ data: Type.Array(WebhookSchema), meta: Type.Object(PagingMeta) }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    429: ProblemSchema,
  },
};

/** GET /webhooks */
export function registerListWebhooks(server: HttpServer, { metadata, disableAfter }: ApiContext): void {
  const route = { schema, config: { scope: "webhooks:read" }, onRequest: requireWebhookPlan };
  server.get("/webhooks", route, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { page, per_page } = request.query;
    const { items, total } = await metadata.delivery.listWebhooks(organizationId, { page, perPage: per_page });
    reply.header("link", toLinkHeader(request.url, total, request.query));
    return {
      data: items.map((webhook) => toWebhookBody(webhook, disableAfter)),
      meta: toPagingMeta(total, request.query),
    };
  });
}
