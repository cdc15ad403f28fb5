import { OutageError, RefusedWriteError } from "@ruaflow/runtime/errors";

/** Names of ClickHouse's errors that blame a value (src/Common/ErrorCodes.cpp). */
const refusals = new Set([
  "ARGUMENT_OUT_OF_BOUND",
  "CANNOT_CONVERT_TYPE",
  "CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN",
  "CANNOT_READ_ARRAY_FROM_TEXT",
  "INCORRECT_DATA",
  "TOO_LARGE_ARRAY_SIZE",
  "TOO_LARGE_STRING_SIZE",
  "TYPE_MISMATCH",
  "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE",
  "VIOLATED_CONSTRAINT",
]);
const parsing = /^CANNOT_PARSE_/;

/** Names of temporary errors, which a retry may avoid: space, load, the network, replicas. */
const outages = new Set([
  "ALL_CONNECTION_TRIES_FAILED",
  "KEEPER_EXCEPTION",
  "MEMORY_LIMIT_EXCEEDED",
  "NETWORK_ERROR",
  "NOT_ENOUGH_SPACE",
  "NO_ZOOKEEPER",
  "REPLICA_IS_NOT_IN_QUORUM",
  "SOCKET_TIMEOUT",
  "TABLE_IS_READ_ONLY",
  "TIMEOUT_EXCEEDED",
  "TOO_FEW_LIVE_REPLICAS",
  "TOO_MANY_PARTS",
  "TOO_MANY_SIMULTANEOUS_QUERIES",
  "UNKNOWN_STATUS_OF_INSERT",
  "UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE",
]);

/**
 * Converts permanent failures to `RefusedWriteError` and temporary ones to `OutageError`; returns any other error
 * unchanged.
 */
export function toWriteError(error: unknown): unknown {
  if (!(error instanceof Error) || !("type" in error)) return error;
  const type = String(error.type);
  if (outages.has(type)) return new OutageError("The record store", error);
  return refusals.has(type) || parsing.test(type) ? new RefusedWriteError("The record store", error) : error;
}
