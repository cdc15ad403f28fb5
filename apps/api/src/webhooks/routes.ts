import type { HttpServer } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { registerCountDeliveries } from "./count-deliveries.ts";
import { registerCreateWebhook } from "./create-webhook.ts";
import { registerEventTypes } from "./event-types.ts";
import { registerListDeliveries } from "./list-deliveries.ts";
import { registerListWebhooks } from "./list-webhooks.ts";
import { registerOneDelivery } from "./one-delivery.ts";
import { registerOneWebhook } from "./one-webhook.ts";
import { registerRecoverDeliveries } from "./recover-deliveries.ts";
import { registerTestWebhook } from "./test-webhook.ts";

/** Webhooks API of the contract and, beyond it, the log of deliveries and the event types. */
export function registerWebhooks(server: HttpServer, context: ApiContext): void {
  registerListWebhooks(server, context);
  registerCreateWebhook(server, context);
  registerOneWebhook(server, context);
  registerTestWebhook(server, context);
  registerListDeliveries(server, context);
  registerCountDeliveries(server, context);
  registerOneDelivery(server, context);
  registerRecoverDeliveries(server, context);
  registerEventTypes(server, context);
}
