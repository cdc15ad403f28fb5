import { OutageError, RefusedWriteError } from "@ruaflow/runtime";
import pg from "pg";

/**
 * The database could not be asked, or its answer was lost: whether a write took place is unknown. Every write of this
 * store may be repeated.
 */
export class StoreUnavailableError extends OutageError {
  override readonly name = "StoreUnavailableError";
  readonly code = "STORE_UNAVAILABLE";

  constructor(cause: unknown) {
    super("The metadata store", cause);
  }
}

/** SQLSTATE classes and codes that a later try may not meet again: connection, shutdown, resources, lock conflicts. */
const passingStates = /^(08...|57P0.|57014|53...|40...|25006|55P03)$/;

/** Codes of Node.js for a lost or refused connection. */
const lostConnections = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
]);

/** What node-postgres says without a code. */
const lostMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed/;

/** SQLSTATE class of values that no column takes: data exceptions. */
const refusedStates = /^22/;

/**
 * Turns what means "try later" into `StoreUnavailableError`, and what no later try would change into `RefusedWriteError`;
 * hands back anything else as it is.
 */
export function toStoreError(error: unknown): unknown {
  if (isPassing(error)) return new StoreUnavailableError(error);
  const isRefused = error instanceof pg.DatabaseError && refusedStates.test(error.code ?? "");
  return isRefused ? new RefusedWriteError("The metadata store", error) : error;
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.every(isPassing);
  if (error instanceof pg.DatabaseError) return passingStates.test(error.code ?? "");
  if ("code" in error && typeof error.code === "string") return lostConnections.has(error.code);
  return lostMessages.test(error.message);
}
