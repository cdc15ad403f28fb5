import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { Outcome } from "@ruaflow/runtime/outcome";

/** What became of the messages of a part. */
interface Handled {
  readonly partition: number;
  readonly outcomes: readonly Outcome<unknown>[];
}

/**
 * Counts the dead letters of the record-writer by reason, and logs a line for each part that had any.
 * @param reasons counted from 0
 * @returns the `onProgress` callback of a consumer
 */
export function observeDeadLetters(
  metrics: Metrics,
  logger: Logger,
  reasons: readonly string[],
): (handled: Handled) => void {
  const help = "Messages set aside as dead letters, by reason.";
  const counter = metrics.counter("ruaflow_writer_dead_letters_total", help, { reason: reasons });
  return ({ partition, outcomes }) => {
    const counts: Record<string, number> = {};
    for (const outcome of outcomes) {
      if (outcome.kind !== "dead-letter") continue;
      counter.inc({ reason: outcome.reason });
      counts[outcome.reason] = (counts[outcome.reason] ?? 0) + 1;
    }
    if (Object.keys(counts).length === 0) return;
    logger.warn({ partition, reasons: counts }, "messages became dead letters; ruaflow dead-letters list shows them");
  };
}
