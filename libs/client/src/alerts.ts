import type { Caller, Query } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** Alerts: crossed thresholds of domains' rules. */
export function createAlerts({ ask }: Caller) {
  const list = (query: Query<"listAlerts"> = {}, options?: CallOptions) => ask("listAlerts", { query }, options);
  return {
    list,
    listAll: (query: Query<"listAlerts"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listAlerts">) => list(page, options), query),
  };
}
