export type EventLogErrorCode =
  | "batch_stale"
  | "consumer_crashed"
  | "consumer_stalled"
  | "handler_broken"
  | "log_closed"
  | "message_too_large"
  | "offset_out_of_range"
  | "topic_unknown";

/** A failure of the log itself; `code` is stable, the message is for people. */
export class EventLogError extends Error {
  readonly code: EventLogErrorCode;

  constructor(code: EventLogErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EventLogError";
    this.code = code;
  }
}

export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
