import type { HttpServer } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { registerCreateWebhook } from "./create-webhook.ts";
import { registerListWebhooks } from "./list-webhooks.ts";
import { registerOneWebhook } from "./one-webhook.ts";

/** Webhooks API of the contract. */
export function registerWebhooks(server: HttpServer, context: ApiContext): void {
  registerListWebhooks(server, context);
  registerCreateWebhook(server, context);
  registerOneWebhook(server, context);
}
