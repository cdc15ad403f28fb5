import type { Caller, Query, RequestBody } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

type ListQuery = Query<"listAttention">;

/** Which domains need attention, and why. */
export function createAttention({ ask, askCsv }: Caller) {
  const list = (query: ListQuery = {}, options?: CallOptions) => ask("listAttention", { query }, options);
  return {
    list,
    listAll: (query: ListQuery = {}, options?: CallOptions) => listAll((page: ListQuery) => list(page, options), query),
    /** A row for each reason, also of domains on further pages. */
    listCsv: (query: ListQuery = {}, options?: CallOptions) => askCsv("listAttention", { query }, options),
    /** Hides what the domain has now until it ends, is twice as bad, or a date. */
    acknowledge: (domainId: string, body: RequestBody<"acknowledgeAttention"> = {}, options?: CallOptions) =>
      ask("acknowledgeAttention", { path: { id: domainId }, body }, options),
    /** Acknowledges reasons of any domains by their ids. */
    acknowledgeReasons: (body: RequestBody<"acknowledgeReasons">, options?: CallOptions) =>
      ask("acknowledgeReasons", { body }, options),
    /** Takes the acknowledgement back. */
    unacknowledge: (domainId: string, query: Query<"unacknowledgeAttention"> = {}, options?: CallOptions) =>
      ask("unacknowledgeAttention", { path: { id: domainId }, query }, options),
  };
}
