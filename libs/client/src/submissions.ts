import type { Bytes, Caller, Query } from "./caller.ts";
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
    /** How many are in each state, for the same query as the list. */
    count: (query: Query<"countSubmissions"> = {}, options?: CallOptions) =>
      ask("countSubmissions", { query }, options),
    read: (id: string, options?: CallOptions) => ask("readSubmission", { path: { id } }, options),
    /** Reads the kept bytes again; with `dry_run` only shows what would change. */
    replay: (id: string, query: Query<"replaySubmission"> = {}, options?: CallOptions) =>
      ask("replaySubmission", { path: { id }, query }, options),
    /** The bytes as they arrived. */
    download: (id: string, options?: CallOptions): Promise<Bytes> =>
      askBytes("downloadSubmission", { path: { id } }, options),
  };
}
