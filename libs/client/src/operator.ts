import type { Caller, Query } from "./caller.ts";
import { listAll } from "./list-all.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** The whole service, for a key with the scope operator. */
export function createOperator({ ask }: Caller) {
  const listDeadLetters = (query: Query<"listDeadLetters"> = {}, options?: CallOptions) =>
    ask("listDeadLetters", { query }, options);
  return {
    readState: (options?: CallOptions) => ask("readServiceState", {}, options),
    listDeadLetters,
    listAllDeadLetters: (query: Query<"listDeadLetters"> = {}, options?: CallOptions) =>
      listAll((page: Query<"listDeadLetters">) => listDeadLetters(page, options), query),
  };
}
