import type { Outcome } from "@ruaflow/runtime/outcome";
import type { ReceivedMessage } from "../event-log.ts";

/** What a handler may use while it works. */
export interface HandleContext {
  readonly topic: string;
  readonly partition: number;
  /**
   * True once the partition may belong to another consumer; check before each step with visible effects, and reject
   * then.
   */
  isStale(): boolean;
  /**
   * Call this between steps when handling takes longer than a few seconds; rejects when the group has dropped this
   * consumer.
   */
  heartbeat(): Promise<void>;
}

/**
 * Handles a part of a batch and returns the outcome of each message, in order. Delivery is at least once: the same
 * messages may be delivered again. A rejection counts as an outage: the same part is retried indefinitely. The handler
 * must find messages that can never succeed: their outcome is a dead letter.
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
