import type { Caller, Query, RequestBody } from "./caller.ts";
import { createDeliveries } from "./deliveries.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** Webhooks: HTTPS endpoints that receive events. */
export function createWebhooks(caller: Caller) {
  const { ask } = caller;
  const list = (query: Query<"listWebhooks"> = {}, options?: CallOptions) => ask("listWebhooks", { query }, options);
  return {
    list,
    listAll: (query: Query<"listWebhooks"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listWebhooks">) => list(page, options), query),
    create: (body: RequestBody<"createWebhook">, options?: CallOptions) => ask("createWebhook", { body }, options),
    read: (id: string, options?: CallOptions) => ask("readWebhook", { path: { id } }, options),
    update: (id: string, body: RequestBody<"updateWebhook">, options?: CallOptions) =>
      ask("updateWebhook", { path: { id }, body }, options),
    delete: (id: string, options?: CallOptions) => ask("deleteWebhook", { path: { id } }, options),
    /** Sends a sample event immediately, by default `report.received`; the response has the result. */
    test: (id: string, body: RequestBody<"testWebhook"> = {}, options?: CallOptions) =>
      ask("testWebhook", { path: { id }, body }, options),
    ...createDeliveries(caller),
    listEventTypes: (options?: CallOptions) => ask("listEventTypes", {}, options),
  };
}
