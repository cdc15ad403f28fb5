import type { Caller } from "./caller.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** Submissions: the outcome of an upload whose response was not final. */
export function createSubmissions({ ask }: Caller) {
  return {
    read: (id: string, options?: CallOptions) => ask("readSubmission", { path: { id } }, options),
  };
}
