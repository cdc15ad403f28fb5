import type { Logger } from "@ruaflow/runtime/logging";
import type { Tracing } from "@ruaflow/runtime/tracing";
import type { Outputs } from "./outputs.ts";

/** Outcomes that a sender or an operator has to act on. */
const NEED_ATTENTION: ReadonlySet<string> = new Set(["refused", "held", "conflict"]);

/**
 * Logs the outcome of each entry once it is durable, with the ids that the record-writer and the webhook-dispatcher log, too.
 * What needs attention is at info level, the rest at debug: a line for each report would cost more than the report.
 */
export function logOutcomes(outputs: Outputs, logger: Logger, tracing: Tracing): Outputs {
  return {
    ...outputs,
    async saveArrival(arrival) {
      await outputs.saveArrival(arrival);
      const { submissionId, entry, reportId, organizationId, outcome, reason } = arrival;
      const level = NEED_ATTENTION.has(outcome) ? "info" : "debug";
      const ids = { submissionId, entry, reportId, organizationId, traceId: tracing.toTraceId(submissionId) };
      logger[level]({ ...ids, outcome, reason }, "report received");
    },
  };
}
