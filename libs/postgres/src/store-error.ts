import { OutageError, RefusedWriteError } from "@ruaflow/runtime/errors";
import pg from "pg";
import { isPostgresOutage } from "./outage.ts";

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
