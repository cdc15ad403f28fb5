import type { EventLog } from "@ruaflow/event-log";
import { type LaneLag, readLaneLag, readLaneLags } from "@ruaflow/event-log/lanes";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { countLines, type ReportMessage } from "@ruaflow/report/message";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { Tracing } from "@ruaflow/runtime/tracing";
import { WRITE_REASONS } from "./read-messages.ts";
import { listWrittenReports, logReport, traceWrite, type Written } from "./written-reports.ts";

interface Observers {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly tracing: Tracing;
}

/** What was written together. */
interface Write {
  readonly written: Written;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Places in a trace that caused the messages. */
  readonly traceparents: ReadonlyMap<ReportMessage, string>;
}

/** Counts what was written, logs one wide line per batch and one per report, and records a span per report. */
export function observeWriting({ metrics, logger, tracing }: Observers): (write: Write) => void {
  const messages = metrics.counter("ruaflow_writer_messages_total", "Messages of the log by outcome.", {
    outcome: ["written", ...WRITE_REASONS],
  });
  const records = metrics.counter("ruaflow_writer_records_total", "Records of the messages written.");
  const duration = metrics.histogram({
    name: "ruaflow_writer_batch_duration_seconds",
    help: "Time from receiving a batch to its T2.",
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  });
  return ({ written, startedAt, durationMs, traceparents }) => {
    let rows = 0;
    const counts: Record<string, number> = {};
    for (const [{ lines }, outcome] of written) {
      const name = outcome.kind === "ok" ? "written" : outcome.reason;
      counts[name] = (counts[name] ?? 0) + 1;
      messages.inc({ outcome: name });
      if (outcome.kind === "ok") rows += countLines(lines);
    }
    for (const report of listWrittenReports(written)) {
      logReport(report, { logger, tracing });
      traceWrite(report, { tracing, startedAt, traceparents });
    }
    records.inc({}, rows);
    duration.observe({}, durationMs / 1000);
    logger.debug({ ...counts, records: rows, durationMs: Math.round(durationMs) }, "batch written");
  };
}

/**
 * How far writing is behind, over all partitions, read at each scrape. Bulk reports that are not forwarded yet have gauges of
 * their own: they may wait.
 */
export function observeLag(metrics: Metrics, log: EventLog): void {
  const observe = (name: string, what: string, read: () => Promise<LaneLag>) => {
    metrics.gauge(`${name}_messages`, `${what}: number of messages.`, async () => (await read()).messages);
    metrics.gauge(`${name}_seconds`, `${what}: age of the oldest, in seconds.`, async () => (await read()).seconds);
  };
  observe("ruaflow_writer_lag", "Appended to the topic of reports and not yet written", () => readLaneLag(log, "live"));
  observe("ruaflow_bulk_lag", "Bulk reports that are not yet forwarded to the topic of reports", () =>
    readLaneLag(log, "bulk"),
  );
}

/** Acknowledged reports that neither the log nor ClickHouse has: Kafka's retention, or an operator, has deleted their messages. */
export function observeUnstored(metrics: Metrics, log: EventLog, metadata: MetadataStore): void {
  metrics.gauge(
    "ruaflow_unstored_reports",
    "Reports that were acknowledged more than 15 minutes ago, have no rows and do not wait in the log.",
    async () => (await metadata.intake.countUnstoredReports(await readLaneLags(log))).reports,
  );
}
