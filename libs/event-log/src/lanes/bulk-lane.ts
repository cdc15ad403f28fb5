import type { Service } from "@ruaflow/runtime";
import { createConsumer } from "../consumer.ts";
import type { EventLog } from "../event-log.ts";
import { bulkLaneGroup, bulkReportsTopic, recordWriterGroup, reportsTopic } from "../topics.ts";
import { createForwarder, type ForwardLimits } from "./forward.ts";

export interface BulkLaneOptions {
  /** Its topics must exist. */
  readonly log: EventLog;
  /** Called after each failure that will be retried, outages included. */
  readonly onRetry: (error: Error) => void;
  /** Forwarding cannot go on; the process must end, so that its supervisor restarts it. */
  readonly onFatal: (error: Error) => void;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * A report of a few records takes 1.2 KiB, so 1,700 to 3,500 of these are on their way; of a large report, which is compressed
 * to a tenth, about 25 to 50 chunks. With a limit of 1 MiB and 4 s, writers on a busy machine wrote a third as much.
 */
const LIMITS: ForwardLimits = {
  sliceMessagesMax: 250,
  sliceBytesMax: 64 * KIB,
  inFlightBytesMin: 2 * MIB,
  inFlightBytesMax: 4 * MIB,
  writtenWithinMsMin: 3500,
  writtenWithinMsMax: 7000,
  pauseMsMax: 500,
  pollEveryMs: 100,
};

/** A part takes seconds, and stopping waits for no more than a slice of it. */
const PART_BYTES_MAX = 256 * KIB;
/** The messages of all partitions are in memory at once. */
const BATCH_BYTES_MAX = 512 * KIB;

/**
 * Starts to forward bulk reports to the topic of reports, until stopped. Any number of processes may do so; they share the
 * partitions. Only the record-writers write, and all messages of a report reach them through one partition of one topic, in
 * order: so the lanes change nothing about what may happen at the same time. A crash repeats messages, which count once.
 */
export async function startBulkLane({ log, onRetry, onFatal }: BulkLaneOptions): Promise<Service> {
  const stopping = new AbortController();
  const consumer = await createConsumer(log, {
    topic: bulkReportsTopic,
    group: bulkLaneGroup,
    batchBytesMax: BATCH_BYTES_MAX,
    partBytesMax: PART_BYTES_MAX,
    handle: createForwarder({
      log,
      topic: reportsTopic,
      group: recordWriterGroup,
      limits: LIMITS,
      stopping: stopping.signal,
    }),
    onRetry,
    onFatal,
  });
  return {
    name: "bulk-lane",
    async stop() {
      const stopped = consumer.stop();
      // Ends the wait for the record-writers, which may not be running.
      stopping.abort();
      await stopped;
    },
  };
}
