import type { Caller, Query, RequestBody } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** What the organization says about senders: that a service, an address range or a domain is its own, or is not. */
export function createSenders({ ask }: Caller) {
  const listOverrides = (query: Query<"listSenderOverrides"> = {}, options?: CallOptions) =>
    ask("listSenderOverrides", { query }, options);
  return {
    listOverrides,
    listAllOverrides: (query: Query<"listSenderOverrides"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listSenderOverrides">) => listOverrides(page, options), query),
    /** Counts for all of history at once. */
    createOverride: (body: RequestBody<"createSenderOverride">, options?: CallOptions) =>
      ask("createSenderOverride", { body }, options),
    deleteOverride: (id: string, options?: CallOptions) => ask("deleteSenderOverride", { path: { id } }, options),
  };
}
