import type { EventLog } from "../event-log.ts";
import type { TopicSettings } from "../topics.ts";

/** A connection to the log under test, as a separate process would have it. */
export interface Connection {
  readonly log: EventLog;
  /** Ends the connection as if its process were killed: without waiting and without closing anything. */
  crash(): Promise<void>;
}

/** What a driver provides to run the conformance suite. */
export interface EventLogHarness {
  connect(topics: readonly TopicSettings[]): Promise<Connection>;
  /** How long it may take until another member reads the partitions of a crashed one. */
  readonly takeoverMs: number;
  close(): Promise<void>;
}
