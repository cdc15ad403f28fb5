import type { Caller, Query, RequestBody } from "./caller.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** Links that show one domain or one client without a key. */
export function createShareLinks({ ask }: Caller) {
  return {
    list: (query: Query<"listShareLinks"> = {}, options?: CallOptions) => ask("listShareLinks", { query }, options),
    /** `data.token` is the secret; only this answer has it. */
    create: (body: RequestBody<"createShareLink">, options?: CallOptions) => ask("createShareLink", { body }, options),
    revoke: (id: string, options?: CallOptions) => ask("deleteShareLink", { path: { id } }, options),
  };
}
