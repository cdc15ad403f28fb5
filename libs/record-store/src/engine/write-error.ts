import { LimitError, OutageError, RefusedWriteError } from "@ruaflow/runtime/errors";

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

/** Names of temporary errors, which a retry may avoid: space, files, load, the network, replicas. */
const outages = new Set([
  "ABORTED",
  "ALL_CONNECTION_TRIES_FAILED",
  "KEEPER_EXCEPTION",
  "MEMORY_LIMIT_EXCEEDED",
  "MEMORY_RESERVATION_FAILED",
  "MEMORY_RESERVATION_KILLED",
  "NETWORK_ERROR",
  "NO_ZOOKEEPER",
  "QUERY_WAS_CANCELLED",
  "QUERY_WAS_CANCELLED_BY_CLIENT",
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

/** Names of failed system calls of the engine. No row of a statement causes them, whatever the message says. */
const systemErrors = new Set([
  "AIO_READ_ERROR",
  "AIO_WRITE_ERROR",
  "ATOMIC_RENAME_FAIL",
  "CANNOT_ALLOCATE_MEMORY",
  "CANNOT_APPEND_TO_FILE",
  "CANNOT_CLOSE_FILE",
  "CANNOT_CREATE_CHILD_PROCESS",
  "CANNOT_CREATE_DIRECTORY",
  "CANNOT_CREATE_FILE",
  "CANNOT_CREATE_TIMER",
  "CANNOT_FCNTL",
  "CANNOT_FORK",
  "CANNOT_FSTAT",
  "CANNOT_FSYNC",
  "CANNOT_IOSETUP",
  "CANNOT_IO_GETEVENTS",
  "CANNOT_IO_SUBMIT",
  "CANNOT_LINK",
  "CANNOT_MREMAP",
  "CANNOT_OPEN_FILE",
  "CANNOT_PIPE",
  "CANNOT_PTHREAD_ATTR",
  "CANNOT_READ_FROM_FILE_DESCRIPTOR",
  "CANNOT_SCHEDULE_TASK",
  "CANNOT_SEEK_THROUGH_FILE",
  "CANNOT_STAT",
  "CANNOT_STATVFS",
  "CANNOT_TRUNCATE_FILE",
  "CANNOT_UNLINK",
  "CANNOT_WRITE_TO_FILE",
  "CANNOT_WRITE_TO_FILE_DESCRIPTOR",
  "EPOLL_ERROR",
  "IO_URING_INIT_FAILED",
  "IO_URING_SUBMIT_ERROR",
  "NOT_ENOUGH_SPACE",
  "PTHREAD_ERROR",
  "SYSTEM_ERROR",
]);

/** Exceptions of the engine's libraries: only their text says that the machine has run out of something. */
const foreignErrors = new Set(["POCO_EXCEPTION", "STD_EXCEPTION", "UNKNOWN_EXCEPTION"]);
const exhausted =
  /Too many open files|No space left on device|Cannot allocate memory|Disk quota exceeded|Read-only file system|Input\/output error|Resource temporarily unavailable|bad_alloc/;

/** The system refused the engine files, space, memory or threads. */
function isExhausted(error: Error): boolean {
  const type = "type" in error ? String(error.type) : "";
  return systemErrors.has(type) || (foreignErrors.has(type) && exhausted.test(error.message));
}

/** Converts an error of any statement on a machine without files, space or memory to `OutageError`; returns any other error unchanged. */
export function toStatementError(error: unknown): unknown {
  return error instanceof Error && isExhausted(error) ? new OutageError("The record store", error) : error;
}

/**
 * Converts temporary errors of a writer's statements to `OutageError`: a report waits, however large the statement is.
 * Returns any other error unchanged.
 */
export function toWriterError(error: unknown): unknown {
  // What a reader is told to ask smaller, a writer asks again.
  if (error instanceof LimitError) return new OutageError("The record store", error);
  const isTemporary = error instanceof Error && "type" in error && outages.has(String(error.type));
  return isTemporary ? new OutageError("The record store", error) : toStatementError(error);
}

/**
 * Converts permanent failures to `RefusedWriteError` and temporary ones to `OutageError`; returns any other error
 * unchanged.
 */
export function toWriteError(error: unknown): unknown {
  const waiting = toWriterError(error);
  if (waiting instanceof OutageError || !(error instanceof Error) || !("type" in error)) return waiting;
  const type = String(error.type);
  return refusals.has(type) || parsing.test(type) ? new RefusedWriteError("The record store", error) : error;
}
