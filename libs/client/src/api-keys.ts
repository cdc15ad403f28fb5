import type { Caller, Query, RequestBody } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** The organization's API keys. */
export function createApiKeys({ ask }: Caller) {
  const list = (query: Query<"listApiKeys"> = {}, options?: CallOptions) => ask("listApiKeys", { query }, options);
  return {
    list,
    listAll: (query: Query<"listApiKeys"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listApiKeys">) => list(page, options), query),
    create: (body: RequestBody<"createApiKey">, options?: CallOptions) => ask("createApiKey", { body }, options),
    revoke: (id: string, options?: CallOptions) => ask("revokeApiKey", { path: { id } }, options),
  };
}
