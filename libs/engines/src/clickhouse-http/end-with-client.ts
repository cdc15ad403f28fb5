import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { runStatement, type Statement } from "./chdb-session.ts";
import { ClickHouseRefusal } from "./refusal.ts";

const GONE = "The client of this query has left.";

/** Aborts when the client leaves before it has its answer. */
export function whenLeft(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving.signal;
}

/**
 * Runs a query until its client leaves: one that still waits does not run, and one that runs is cancelled. The engine looks for that
 * between blocks, as for its limit of time.
 *
 * @param run gets the query with its name in the engine's list of processes
 * @throws ClickHouseRefusal TIMEOUT_EXCEEDED (159) when it did not run
 */
export async function endWithClient<Result>(
  path: string,
  left: AbortSignal,
  run: (name: Statement["settings"][number]) => Promise<Result>,
): Promise<Result> {
  if (left.aborted) throw new ClickHouseRefusal("TIMEOUT_EXCEEDED", GONE);
  const id = randomUUID();
  const cancel = () => void cancelQuery(path, id);
  left.addEventListener("abort", cancel, { once: true });
  try {
    return await run(["log_comment", id]);
  } finally {
    left.removeEventListener("abort", cancel);
  }
}

/** A query that cannot be cancelled ends at its limit. */
async function cancelQuery(path: string, id: string): Promise<void> {
  const query = "KILL QUERY WHERE Settings['log_comment'] = {id:String} ASYNC";
  const statement = { query, database: "system", settings: [], params: [["id", id]], format: "Null" } as const;
  await runStatement(path, statement).catch(() => undefined);
}
