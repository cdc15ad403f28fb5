export type EventLogErrorCode =
  | "batch_stale"
  | "consumer_crashed"
  | "consumer_stalled"
  | "handler_broken"
  | "log_closed"
  | "message_too_large"
  | "offset_out_of_range"
  | "topic_unknown";

/** What the log itself refuses or cannot do; `code` is stable, the message is for people. */
export class EventLogError extends Error {
  readonly code: EventLogErrorCode;

  constructor(code: EventLogErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EventLogError";
    this.code = code;
  }
}

/**
 * A handler throws this (or any error with a string `code` and `permanent: true`) for input that can never succeed. The
 * consumer tries three times, then looks for the message at fault and makes it a dead letter with `code` as its reason.
 */
export class PermanentError extends Error {
  readonly code: string;
  readonly permanent = true;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PermanentError";
    this.code = code;
  }
}

export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
