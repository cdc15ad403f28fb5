import type { Caller, RequestBody } from "./caller.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** The session of the browser that the client runs in. */
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
