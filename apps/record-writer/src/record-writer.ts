import {
  createConsumer,
  type EventLog,
  type HandleContext,
  type ReceivedMessage,
  recordWriterGroup,
  reportsTopic,
} from "@ruaflow/event-log";
import { startBulkLane } from "@ruaflow/event-log/lanes";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { ReportMessage } from "@ruaflow/report/message";
import { countUnpackedBytes } from "@ruaflow/report/message-reader";
import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { noTracing, type Tracing } from "@ruaflow/runtime/tracing";
import { createBatcher } from "@ruaflow/runtime/work";
import { startLateRowChecks } from "./late-rows.ts";
import { createLedgerGuard } from "./ledger-guard.ts";
import { observeLag, observeUnstored, observeWriting } from "./observe.ts";
import { observeDeadLetters } from "./observe-dead-letters.ts";
import { startVisibility } from "./publish-visibility.ts";
import { DEAD_LETTER_REASONS, type ReadBatch, readMessages, type WriteOutcome } from "./read-messages.ts";
import { createIsolatingWriter } from "./set-aside.ts";

export interface RecordWriterOptions {
  readonly log: EventLog;
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Longest wait after a write while little arrives. */
  readonly lingerMs: number;
  /** Called when writing cannot go on; the process must end, so that its supervisor restarts it. */
  readonly onFatal: (error: Error) => void;
  /** Absent: no traces. */
  readonly tracing?: Tracing;
}

/**
 * Bytes of the encoded records, uncompressed, that are written together. Reports of several partitions share a write,
 * for each insert costs ClickHouse tens of milliseconds. The part that reaches the limit is still included. A write is
 * in memory several times: as lines, as a statement, as rows.
 */
const WRITE_BYTES_MAX = 4 * 1024 * 1024;

interface SizedBatch extends Pick<ReadBatch, "bytes"> {
  readonly messages: readonly Pick<ReportMessage, "chunk">[];
}

/**
 * What a part counts towards it. One with a chunk of a large report fills a write: its rows are inserted by themselves, so waiting
 * for other partitions would gain nothing.
 */
export function toWriteBytes({ messages, bytes }: SizedBatch): number {
  return messages.some(({ chunk }) => chunk.of > 1) ? WRITE_BYTES_MAX : bytes;
}

/** Long enough for the partitions of the last write to deliver their next part, so that half of them need not wait. */
const FLUSH_AFTER_MS = 100;

/**
 * A write of few reports costs ClickHouse almost as much as one of many, and merges on top. So writes take at most a quarter
 * of the time unless as much as this waits, about what mail brings in a second.
 */
const LINGER = { flushes: 3, bytesMax: 256 * 1024 };

/**
 * Several writers wait longer by their number, so that together they insert about as often as one, but at most this many
 * times longer: a report should be visible within seconds.
 */
const LINGER_FACTOR_MAX = 5;

/**
 * What one partition fetches, and what of it joins one write. A part is measured unpacked: records in the log are compressed, often
 * twofold and sometimes a hundredfold, so a limit of their bytes there is too small for small reports or too large for large ones.
 */
const PARTITION_LIMITS = {
  batchBytesMax: 1024 * 1024,
  partMessagesMax: 1000,
  partBytesMax: 4 * 1024 * 1024,
  countBytes: ({ value }: ReceivedMessage) => countUnpackedBytes(value),
};

const SET_BACK =
  "PostgreSQL is older than ClickHouse: it was restored from a backup. From now on, each report is compared with its rows; see docs/operations.md";

/** Messages of one partition on their way into one write. */
interface Part {
  readonly batch: ReadBatch;
  readonly context: HandleContext;
}

/** Writes the reports of the log to ClickHouse, exactly once. Any number may run in parallel. */
export async function createRecordWriter(options: RecordWriterOptions): Promise<Service> {
  const { log, metadata, records, logger, metrics, tracing = noTracing, lingerMs, onFatal } = options;
  const observe = observeWriting({ metrics, logger, tracing });
  const writeMessages = createIsolatingWriter();
  const ledger = createLedgerGuard((greatestAttempt) => warnOfSetBack(logger, greatestAttempt));
  let onStored = () => {};

  /**
   * Partitions share no report, since a report's key determines its partition: so their parts can be written together.
   */
  async function writeParts(parts: readonly Part[]): Promise<ReadonlyMap<ReportMessage, WriteOutcome>[]> {
    const startedAt = new Date();
    const startedAtMs = performance.now();
    const messages = parts.flatMap(({ batch }) => batch.messages);
    const isStale = () => parts.some(({ context }) => context.isStale());
    const heartbeat = async () => void (await Promise.all(parts.map(({ context }) => context.heartbeat())));
    const written = await writeMessages(messages, { metadata, records, ledger, isStale, heartbeat });
    const traceparents = new Map(parts.flatMap(({ batch }) => [...batch.traceparents]));
    onStored();
    observe({ written, startedAt, durationMs: performance.now() - startedAtMs, traceparents });
    return parts.map(() => written);
  }

  observeLag(metrics, log);
  observeUnstored(metrics, log, metadata);
  let assignedShare = () => 1;
  const writes = createBatcher<Part, ReadonlyMap<ReportMessage, WriteOutcome>>({
    itemsMax: 64,
    bytesMax: WRITE_BYTES_MAX,
    flushAfterMs: FLUSH_AFTER_MS,
    linger: { ...LINGER, msMax: lingerMs, factor: () => toLingerFactor(assignedShare()) },
    sizeOf: ({ batch }) => toWriteBytes(batch),
    flush: writeParts,
  });
  const consumer = await createConsumer(log, {
    topic: reportsTopic,
    group: recordWriterGroup,
    ...PARTITION_LIMITS,
    onFatal,
    onProgress: observeDeadLetters(metrics, logger, DEAD_LETTER_REASONS),
    onRetry: (error) => logger.warn({ err: error }, "writing failed and is retried"),
    async handle(messages, context) {
      const batch = readMessages(messages);
      return batch.toOutcomes(await writes.add({ batch, context }));
    },
  });
  assignedShare = consumer.assignedShare;
  const visibility = startVisibility({ metadata, records, logger });
  onStored = visibility.changed;
  const loops = [visibility, startLateRowChecks({ metadata, records, logger, metrics })];
  const onRetry = (error: Error) => logger.warn({ err: error }, "forwarding bulk reports failed and is retried");
  const bulkLane = await startBulkLane({ log, onFatal, onRetry });
  return { name: "record-writer", stop: () => stopAll({ consumers: [bulkLane, consumer], writes, loops }) };
}

interface Running {
  readonly consumers: readonly Pick<Service, "stop">[];
  readonly writes: { drain(): Promise<void> };
  readonly loops: readonly Pick<Service, "stop">[];
}

async function stopAll({ consumers, writes, loops }: Running): Promise<void> {
  const stopped = consumers.map((consumer) => consumer.stop());
  // Ends the wait of what is in hand.
  await writes.drain();
  await Promise.all(stopped);
  await Promise.all(loops.map((loop) => loop.stop()));
}

function warnOfSetBack(logger: Logger, greatestAttempt: bigint): void {
  logger.warn({ greatestAttempt: String(greatestAttempt) }, SET_BACK);
}

/** How many writers there seem to be, by the share of the partitions that this one has. */
export function toLingerFactor(assignedShare: number): number {
  return assignedShare > 0 ? Math.min(1 / assignedShare, LINGER_FACTOR_MAX) : 1;
}
