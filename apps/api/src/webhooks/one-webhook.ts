import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { requireWebhook, requireWebhookPlan, unknownWebhook } from "./require-webhook.ts";
import { toWebhookBody, WebhookChanges, WebhookParams, WebhookSchema } from "./webhook-schema.ts";
import { readSecret, readUrl } from "./webhook-settings.ts";

const problems = { 400: ProblemSchema, 401: ProblemSchema, 403: ProblemSchema, 404: ProblemSchema, 429: ProblemSchema };
const found = { 200: Type.Object({ data: WebhookSchema }), ...problems };
const querystring = Type.Object({}, { additionalProperties: false });
const shared = {
  tags: ["Webhooks"],
  params: WebhookParams,
  querystring,
  description: "Requires the plan plus or higher.",
};

const readSchema = { ...shared, operationId: "readWebhook", summary: "Read a webhook", response: found };
const updateSchema = {
  ...shared,
  operationId: "updateWebhook",
  summary: "Change a webhook; fields that are not given stay unchanged",
  body: WebhookChanges,
  response: found,
};
const deleteSchema = {
  ...shared,
  operationId: "deleteWebhook",
  summary: "Delete a webhook",
  response: { 204: Type.Null({ description: "The webhook is deleted." }), ...problems },
};

/** GET, PUT and DELETE /webhooks/:id */
export function registerOneWebhook(server: HttpServer, context: ApiContext): void {
  const { metadata, disableAfter } = context;
  const onRequest = requireWebhookPlan;
  const read = { schema: readSchema, config: { scope: "webhooks:read", etag: true }, onRequest };
  server.get("/webhooks/:id", read, async (request) => {
    const webhook = await requireWebhook(context, readCaller(request).organizationId, request.params.id);
    return { data: toWebhookBody(webhook, disableAfter) };
  });

  const config = { scope: "webhooks:write" };
  server.put("/webhooks/:id", { schema: updateSchema, config, onRequest }, async (request) => {
    const { url, events, secret, active, include_unauthenticated: includeUnauthenticated } = request.body;
    const { previous_secret: previousSecret } = request.body;
    const changes = {
      ...(url !== undefined && { url: readUrl(url, context) }),
      ...(events !== undefined && { events: [...new Set(events)] }),
      ...(secret !== undefined && { secret: readSecret(secret) }),
      ...(previousSecret === null && { previousSecret }),
      ...(active !== undefined && { active }),
      ...(includeUnauthenticated !== undefined && { includeUnauthenticated }),
    };
    const webhook = await metadata.delivery.updateWebhook(
      readCaller(request).organizationId,
      request.params.id,
      changes,
    );
    if (webhook === null) throw unknownWebhook();
    return { data: toWebhookBody(webhook, disableAfter) };
  });

  server.delete("/webhooks/:id", { schema: deleteSchema, config, onRequest }, async (request, reply) => {
    const isDeleted = await metadata.delivery.deleteWebhook(readCaller(request).organizationId, request.params.id);
    if (!isDeleted) throw unknownWebhook();
    return reply.status(204).send(null);
  });
}
