import { type Batcher, createBatcher } from "@ruaflow/runtime/work";
import type { LogMessage } from "./event-log.ts";
import { countMessageBytes } from "./message-size.ts";

/** A message with its place. */
export interface PlacedMessage extends LogMessage {
  readonly topic: string;
  readonly partition: number;
}

const GROUP_BYTES_MAX = 4 * 1024 * 1024;
const GROUP_APPENDS_MAX = 5000;

/**
 * Group commit: appends that are made while a write is under way share the next one. Order of calls is order in the
 * log, for writes never overlap. A failed write rejects every append that shared it.
 */
export function createAppendQueue(
  write: (messages: readonly PlacedMessage[]) => Promise<void>,
): Batcher<readonly PlacedMessage[], void> {
  return createBatcher({
    itemsMax: GROUP_APPENDS_MAX,
    bytesMax: GROUP_BYTES_MAX,
    flushAfterMs: 0,
    sizeOf: (messages) => messages.reduce((sum, message) => sum + countMessageBytes(message), 0),
    async flush(appends) {
      await write(appends.flat());
      return appends.map(() => undefined);
    },
  });
}
