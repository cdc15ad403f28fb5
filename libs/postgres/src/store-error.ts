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

/**
 * SQLSTATEs of values that no later try gets in: data exceptions, violated constraints, and a value too long for an index.
 * A unique violation is not among them: mostly another process was there first, and a later try sees that.
 */
const refusedStates = /^(22...|23(?!505)...|54000)$/;

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
