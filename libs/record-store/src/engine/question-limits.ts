import { LimitError } from "@ruaflow/runtime/errors";
import type { QueryParams, WritingEngine } from "./engine.ts";

/** Names of ClickHouse's errors that end a question at a limit (src/Common/ErrorCodes.cpp). */
const LIMITS = new Set([
  "LIMIT_EXCEEDED",
  "MEMORY_LIMIT_EXCEEDED",
  "QUERY_WAS_CANCELLED",
  "QUERY_WAS_CANCELLED_BY_CLIENT",
  "SET_SIZE_LIMIT_EXCEEDED",
  "TIMEOUT_EXCEEDED",
  "TOO_MANY_BYTES",
  "TOO_MANY_ROWS",
  "TOO_MANY_ROWS_OR_BYTES",
  "TOO_SLOW",
]);

/** The client's own error when a server has not answered in time; it has no type. */
const CLIENT_TIMEOUT = "Timeout error.";

/** An engine whose questions reject with a `LimitError` when one of their limits ended them. */
export function nameLimits(engine: WritingEngine): WritingEngine {
  return {
    ...engine,
    select: <Row>(query: string, params: QueryParams) =>
      engine.select<Row>(query, params).catch((error: unknown) => {
        throw toQuestionError(error);
      }),
  };
}

function toQuestionError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isLimit = "type" in error ? LIMITS.has(String(error.type)) : error.message === CLIENT_TIMEOUT;
  return isLimit ? new LimitError("The record store", error) : error;
}
