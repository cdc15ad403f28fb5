import type { Caller, RequestBody } from "./caller.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** Views of the page that have a name; each key has its own. */
export function createSavedViews({ ask }: Caller) {
  return {
    list: (options?: CallOptions) => ask("listSavedViews", {}, options),
    create: (body: RequestBody<"createSavedView">, options?: CallOptions) => ask("createSavedView", { body }, options),
    rename: (id: string, body: RequestBody<"renameSavedView">, options?: CallOptions) =>
      ask("renameSavedView", { path: { id }, body }, options),
    delete: (id: string, options?: CallOptions) => ask("deleteSavedView", { path: { id } }, options),
  };
}
