import type { Outcome } from "@ruaflow/runtime/outcome";
import type { ReceivedMessage } from "../event-log.ts";

/** What a handler may ask while it works. */
export interface HandleContext {
  readonly topic: string;
  readonly partition: number;
  /** True once the work is no longer ours; ask before each step that others can see, and reject then. */
  isStale(): boolean;
  /** To be called between steps when handling takes longer than a few seconds; rejects when the group goes on without us. */
  heartbeat(): Promise<void>;
}

/**
 * Handles a part of a batch and says for each message, in order, what became of it. Delivery is at least once: the same
 * messages may come again. A rejection is an outage: the same part is tried again for as long as it takes. A message that
 * can never succeed is the handler's to find: its outcome is a dead letter.
 */
export type Handle = (
  messages: readonly ReceivedMessage[],
  context: HandleContext,
) => Promise<readonly Outcome<unknown>[]>;

export interface Progress {
  readonly partition: number;
  readonly messages: number;
  /** In the order of the messages. */
  readonly outcomes: readonly Outcome<unknown>[];
}
