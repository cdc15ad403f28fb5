import type { EventLog } from "../event-log.ts";
import type { TopicSettings } from "../topics.ts";

/** A connection to the log under test, as a process of its own would have it. */
export interface Connection {
  readonly log: EventLog;
  /** Cuts the connection off as a killed process would be: nothing is waited for, nothing said goodbye to. */
  crash(): Promise<void>;
}

/** What a driver brings to run the conformance suite. */
export interface EventLogHarness {
  connect(topics: readonly TopicSettings[]): Promise<Connection>;
  /** How long it may take until the partitions of a crashed member are read by somebody else. */
  readonly takeoverMs: number;
  close(): Promise<void>;
}
