import type { Caller, Query } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** Submissions: what arrived, and what became of it. */
export function createSubmissions({ ask, askBytes }: Caller) {
  const list = (query: Query<"listSubmissions"> = {}, options?: CallOptions) =>
    ask("listSubmissions", { query }, options);
  return {
    list,
    listAll: (query: Query<"listSubmissions"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listSubmissions">) => list(page, options), query),
    read: (id: string, options?: CallOptions) => ask("readSubmission", { path: { id } }, options),
    /** The bytes as they arrived. */
    download: (id: string, options?: CallOptions) => askBytes("downloadSubmission", { path: { id } }, options),
  };
}
