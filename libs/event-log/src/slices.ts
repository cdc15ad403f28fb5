import type { LogMessage } from "./event-log.ts";
import { countMessageBytes } from "./message-size.ts";

export interface SliceLimits<Message> {
  readonly messagesMax: number;
  readonly bytesMax: number;
  /** The size that counts against `bytesMax`; key and value by default. */
  readonly countBytes?: (message: Message) => number;
}

/** Splits messages, in order, into slices within both limits; a slice holds at least one message of any size. */
export function* sliceMessages<Message extends LogMessage>(
  messages: readonly Message[],
  { messagesMax, bytesMax, countBytes = countMessageBytes }: SliceLimits<Message>,
): Generator<readonly Message[]> {
  let start = 0;
  let bytes = 0;
  for (const [index, message] of messages.entries()) {
    const size = countBytes(message);
    if (index > start && (index - start >= messagesMax || bytes + size > bytesMax)) {
      yield messages.slice(start, index);
      start = index;
      bytes = 0;
    }
    bytes += size;
  }
  if (start < messages.length) yield messages.slice(start);
}
