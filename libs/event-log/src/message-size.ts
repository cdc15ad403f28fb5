import { EventLogError } from "./errors.ts";
import type { LogMessage } from "./event-log.ts";

/** Limit of key and value together: below Kafka's default `max.message.bytes` (1,048,588), with room for headers. */
export const MESSAGE_BYTES_MAX = 1_000_000;

/** Limit of all headers of a message together. */
const HEADERS_BYTES_MAX = 40_000;

/** The record size configured in Kafka, so that every message that passes `checkMessages` is accepted. */
export const RECORD_BYTES_MAX = 1_100_000;

export function countMessageBytes(message: LogMessage): number {
  return Buffer.byteLength(message.key) + message.value.byteLength;
}

export function countHeadersBytes(headers: LogMessage["headers"]): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + Buffer.byteLength(name + value), 0);
}

/**
 * Refuses the same messages in every driver, before anything is sent: a message that the log cannot store would
 * otherwise fail every message in the same write.
 */
export function checkMessages(messages: readonly LogMessage[]): void {
  for (const message of messages) {
    const bytes = countMessageBytes(message);
    const headersBytes = countHeadersBytes(message.headers);
    if (bytes > MESSAGE_BYTES_MAX || headersBytes > HEADERS_BYTES_MAX) {
      throw new EventLogError(
        "message_too_large",
        `A message has ${bytes} bytes (at most ${MESSAGE_BYTES_MAX}) and ${headersBytes} in headers (at most ${HEADERS_BYTES_MAX}).`,
      );
    }
  }
}
