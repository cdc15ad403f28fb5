import type { Caller } from "./caller.ts";
import type { CallOptions } from "./outgoing-request.ts";

/** Submissions: what became of an upload that its answer left open. */
export function createSubmissions({ ask }: Caller) {
  return {
    read: (id: string, options?: CallOptions) => ask("readSubmission", { path: { id } }, options),
  };
}
