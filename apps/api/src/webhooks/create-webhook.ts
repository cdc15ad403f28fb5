import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { WEBHOOKS_MAX } from "@ruaflow/metadata-store/delivery";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { requireWebhookPlan } from "./require-webhook.ts";
import { CreatedWebhookSchema, toCreatedWebhook, WebhookBody } from "./webhook-schema.ts";
import { readSecret, readUrl } from "./webhook-settings.ts";

const schema = {
  operationId: "createWebhook",
  tags: ["Webhooks"],
  summary: "Create a webhook",
  description: `Requires the plan plus or higher. An organization can have at most ${WEBHOOKS_MAX} webhooks.`,
  body: WebhookBody,
  response: {
    201: Type.Object({ data: CreatedWebhookSchema }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    409: ProblemSchema,
    422: ProblemSchema,
    429: ProblemSchema,
  },
};

/** POST /webhooks */
export function registerCreateWebhook(server: HttpServer, context: ApiContext): void {
  const route = { schema, config: { scope: "webhooks:write" }, onRequest: requireWebhookPlan };
  server.post("/webhooks", route, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { events, secret, active, include_unauthenticated: includeUnauthenticated } = request.body;
    const url = readUrl(request.body.url, context);
    const given = { url, events: [...new Set(events)], secret: readSecret(secret ?? null) };
    const settings = { ...given, active, includeUnauthenticated };
    const webhook = await context.metadata.delivery.createWebhook(organizationId, settings);
    if (webhook === null) {
      throw new ProblemError("limit_reached", `There are already ${WEBHOOKS_MAX} webhooks; delete one first.`);
    }
    const base = request.url.split("?")[0];
    return reply
      .status(201)
      .header("location", `${base}/${webhook.id}`)
      .send({ data: toCreatedWebhook(webhook) });
  });
}
