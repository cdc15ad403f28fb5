import type { ReceivedMessage } from "./event-log.ts";
import { countMessageBytes } from "./message-size.ts";

export interface SliceLimits {
  readonly messagesMax: number;
  readonly bytesMax: number;
}

/** Cuts messages, in order, into slices within both limits; a slice holds at least one message, whatever its size. */
export function* sliceMessages<Message extends ReceivedMessage>(
  messages: readonly Message[],
  limits: SliceLimits,
): Generator<readonly Message[]> {
  let start = 0;
  let bytes = 0;
  for (const [index, message] of messages.entries()) {
    const size = countMessageBytes(message);
    if (index > start && (index - start >= limits.messagesMax || bytes + size > limits.bytesMax)) {
      yield messages.slice(start, index);
      start = index;
      bytes = 0;
    }
    bytes += size;
  }
  if (start < messages.length) yield messages.slice(start);
}
