import type { Caller, Query } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** Deliveries of webhooks: list them, read their attempts, and send them again. */
export function createDeliveries({ ask }: Caller) {
  const list = (id: string, query: Query<"listDeliveries"> = {}, options?: CallOptions) =>
    ask("listDeliveries", { path: { id }, query }, options);
  return {
    listDeliveries: list,
    listAllDeliveries: (id: string, query: Query<"listDeliveries"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listDeliveries">) => list(id, page, options), query),
    /** How many are in each status, over all webhooks and of each. */
    countDeliveries: (query: Query<"countDeliveries"> = {}, options?: CallOptions) =>
      ask("countDeliveries", { query }, options),
    readDelivery: (id: string, deliveryId: string, options?: CallOptions) =>
      ask("readDelivery", { path: { id, delivery_id: deliveryId } }, options),
    /** Sends the same event, id and bytes in a new series of attempts. */
    redeliver: (id: string, deliveryId: string, options?: CallOptions) =>
      ask("redeliverEvent", { path: { id, delivery_id: deliveryId } }, options),
    /** Queues events of `since` or later whose delivery was given up or never queued. */
    recover: (id: string, since: Date, options?: CallOptions) =>
      ask("recoverDeliveries", { path: { id }, body: { since: since.toISOString() } }, options),
  };
}
