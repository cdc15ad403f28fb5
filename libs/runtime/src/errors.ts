/** Somebody used the program in a way that cannot work; the message tells the way out and is shown without a stack. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Something we depend on cannot be reached: wait and try again, nothing is wrong with the input. */
export class OutageError extends Error {
  override name = "OutageError";
  /** Stable name of the dependency that failed, for logs and metrics: `postgres`, `clickhouse`, `log`. */
  readonly dependency: string;

  constructor(dependency: string, cause: unknown) {
    super(`${dependency} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.dependency = dependency;
  }
}

/** The text of whatever was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
