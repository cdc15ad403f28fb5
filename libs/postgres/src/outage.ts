import { isOutage } from "@ruaflow/runtime/errors";

/** SQLSTATE classes and codes of temporary errors: connection, shutdown, resources, lock conflicts. */
const PASSING_STATES = /^(08...|57P0.|57014|53...|40...|25006|55P03)$/;

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
