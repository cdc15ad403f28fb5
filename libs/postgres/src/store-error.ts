import { OutageError, RefusedWriteError } from "@ruaflow/runtime/errors";
import pg from "pg";
import { isPostgresOutage } from "./outage.ts";

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

/** SQLSTATE class of values that no column takes: data exceptions. */
const refusedStates = /^22/;

/**
 * Turns what means "try later" into `StoreUnavailableError`, and what no later try would change into `RefusedWriteError`;
 * hands back anything else as it is.
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  if (isPostgresOutage(error)) return new StoreUnavailableError(error);
  const isRefused = error instanceof pg.DatabaseError && refusedStates.test(error.code ?? "");
  return isRefused ? new RefusedWriteError("The metadata store", error) : error;
}
