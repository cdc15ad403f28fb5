import { createConsumer, type EventLog, reportsTopic } from "@ruaflow/event-log";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { Logger, Metrics, Service } from "@ruaflow/runtime";
import { observeWriting } from "./observe.ts";
import { readMessages } from "./read-messages.ts";
import { writeBatch } from "./write-batch.ts";

/** Consumer group of all record-writers. */
export const RECORD_WRITER_GROUP = "ruaflow.record-writer";

export interface RecordWriterOptions {
  readonly log: EventLog;
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Called when writing cannot go on; the process must end, so that its supervisor starts it anew. */
  readonly onFatal: (error: Error) => void;
  /**
   * Ask ClickHouse what is there before a report is written again. Only the chaos run's twin switches it off, to show
   * that the promise of exactly once hangs on it.
   */
  readonly readBack: boolean;
}

/** Writes the reports of the log to ClickHouse, exactly once. Any number may run side by side. */
export async function createRecordWriter(options: RecordWriterOptions): Promise<Service> {
  const { log, metadata, records, logger, metrics, onFatal, readBack } = options;
  const attempt = await metadata.createAttempt();
  const observe = observeWriting(metrics, logger);
  const consumer = await createConsumer(log, {
    topic: reportsTopic,
    group: RECORD_WRITER_GROUP,
    onFatal,
    onRetry: (error) => logger.warn({ err: error }, "writing waits for a store"),
    async handle(messages, context) {
      const startedAt = performance.now();
      const batch = readMessages(messages);
      const written = await writeBatch(batch.messages, { metadata, records, attempt, readBack, context });
      observe(written, performance.now() - startedAt);
      return batch.toOutcomes(written);
    },
  });
  return { name: "record-writer", stop: () => consumer.stop() };
}
