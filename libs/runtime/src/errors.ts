/** The operator's input cannot work. The message says what to do and is shown without a stack. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** A dependency cannot be reached: wait and try again; the input is not at fault. */
export class OutageError extends Error {
  override readonly name: string = "OutageError";
  /** The dependency that failed, for logs: "The metadata store". */
  readonly dependency: string;

  constructor(dependency: string, cause: unknown) {
    super(`${dependency} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.dependency = dependency;
  }
}

/**
 * A store ended a question at one of its limits, such as time or memory. The same question may reach it again; a smaller one does
 * not.
 */
export class LimitError extends Error {
  override readonly name: string = "LimitError";

  constructor(store: string, cause: Error) {
    super(`${store} ended a question at its limit: ${cause.message}`, { cause });
  }
}

/** A store refuses a write permanently because of its content: the same write never succeeds. */
export class RefusedWriteError extends Error {
  override readonly name: string = "RefusedWriteError";

  constructor(store: string, cause: Error) {
    super(`${store} refuses the write: ${cause.message}`, { cause });
  }
}

/** The message of a thrown value of any type. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** System errors of a connection that failed or was lost. */
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
 * System errors of a machine that has run out of files, space or memory. They blame no input: the same work succeeds once
 * there is room. EIO is absent, for it may be one damaged file.
 */
const EXHAUSTED_CODES = new Set([
  "EMFILE",
  "ENFILE",
  "ENOSPC",
  "EDQUOT",
  "ENOMEM",
  "ENOBUFS",
  // zlib's ENOMEM.
  "Z_MEM_ERROR",
  // A worker thread needs files and memory to start.
  "ERR_WORKER_INIT_FAILED",
]);

/**
 * True for errors that mean "wait and try again": our own `OutageError`, lost or refused connections, and an exhausted
 * machine, anywhere in the chain of causes.
 */
export function isOutage(error: unknown): boolean {
  return isExhausted(error) || someCause(error, (one) => one instanceof OutageError || hasCode(one, CONNECTION_CODES));
}

/** True for errors of a machine without files, space or memory, anywhere in the chain of causes. */
export function isExhausted(error: unknown): boolean {
  return someCause(error, (one) => hasCode(one, EXHAUSTED_CODES));
}

function someCause(error: unknown, test: (error: Error) => boolean): boolean {
  for (let current = error; current instanceof Error; current = current.cause) if (test(current)) return true;
  return false;
}

function hasCode(error: Error, codes: ReadonlySet<string>): boolean {
  return "code" in error && codes.has(String(error.code));
}
