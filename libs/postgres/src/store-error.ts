import { isOutage, OutageError, RefusedWriteError } from "@ruaflow/runtime/errors";
import pg from "pg";

/** SQLSTATE classes and codes of temporary errors: connection, shutdown, resources, system calls, lock conflicts. */
const PASSING_STATES = /^(08...|57P0.|57014|53...|58000|58030|40...|25006|55P03)$/;

/** Messages of node-postgres errors without a code. */
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed/;

/** True for an error of node-postgres that means "try later": the statement itself is valid. */
export function isPostgresOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isPostgresOutage);
  if (isOutage(error)) return true;
  if ("code" in error && typeof error.code === "string") return PASSING_STATES.test(error.code);
  return LOST_MESSAGES.test(error.message);
}

/**
 * The database could not be reached, or its response was lost. It is unknown whether a write took place; every write of the
 * store is safe to repeat.
 */
export class StoreUnavailableError extends OutageError {
  override readonly name = "StoreUnavailableError";
  readonly code = "store_unavailable";

  constructor(cause: unknown) {
    super("The metadata store", cause);
  }
}

/**
 * SQLSTATEs of values that no retry can save: data exceptions, violated constraints, and a value too long for an index.
 * Without unique violations: usually another process was faster, and a retry sees its row.
 */
const refusedStates = /^(22...|23(?!505)...|54000)$/;

/**
 * Turns temporary errors into `StoreUnavailableError` and permanent refusals of values into `RefusedWriteError`. Returns
 * other errors unchanged.
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  if (isPostgresOutage(error)) return new StoreUnavailableError(error);
  const isRefused = error instanceof pg.DatabaseError && refusedStates.test(error.code ?? "");
  return isRefused ? new RefusedWriteError("The metadata store", error) : error;
}
