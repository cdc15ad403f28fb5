/** Somebody used the program in a way that cannot work; the message tells the way out and is shown without a stack. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Something we depend on cannot be reached: wait and try again, nothing is wrong with the input. */
export class OutageError extends Error {
  override readonly name: string = "OutageError";
  /** What failed, for logs: "The metadata store". */
  readonly dependency: string;

  constructor(dependency: string, cause: unknown) {
    super(`${dependency} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.dependency = dependency;
  }
}

/** A store refuses a write for good, because of what is in it: the same write never succeeds. */
export class RefusedWriteError extends Error {
  override readonly name: string = "RefusedWriteError";

  constructor(store: string, cause: Error) {
    super(`${store} refuses what was to be written: ${cause.message}`, { cause });
  }
}

/** The text of whatever was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** System errors of a connection that is not there, or not any more. */
const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
]);

/**
 * True for errors that say a dependency cannot be reached at the moment: our own `OutageError` and lost or refused
 * connections anywhere in the chain of causes.
 */
export function isOutage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof OutageError) return true;
    if ("code" in current && CONNECTION_CODES.has(String(current.code))) return true;
  }
  return false;
}
