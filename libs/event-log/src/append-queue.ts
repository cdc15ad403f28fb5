import { type Batcher, createBatcher } from "@ruaflow/runtime/work";
import type { LogMessage } from "./event-log.ts";
import { countMessageBytes } from "./message-size.ts";

/** A message with its topic and partition. */
export interface PlacedMessage extends LogMessage {
  readonly topic: string;
  readonly partition: number;
}

const GROUP_BYTES_MAX = 4 * 1024 * 1024;
const GROUP_APPENDS_MAX = 5000;

/**
 * Group commit: appends made during a write share the next write. Messages enter the log in the order of the calls, for
 * writes never overlap. A failed write rejects every append that shared it.
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
