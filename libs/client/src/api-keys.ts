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

/** The session of the browser that the client runs in: bound to the key that signed in. */
export function createSession({ ask }: Caller) {
  return {
    /** Signs in with an API key or a one-time link; the browser keeps the cookie. */
    create: (body: RequestBody<"createSession">, options?: CallOptions) => ask("createSession", { body }, options),
    /** `data` is null when the browser is not signed in. */
    read: (options?: CallOptions) => ask("readSession", {}, options),
    /** Signs out. */
    end: (options?: CallOptions) => ask("endSession", {}, options),
  };
}
