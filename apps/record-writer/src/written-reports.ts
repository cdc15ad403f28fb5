import type { ReportMessage } from "@ruaflow/report/message";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Tracing } from "@ruaflow/runtime/tracing";
import type { WriteOutcome } from "./read-messages.ts";

export type Written = ReadonlyMap<ReportMessage, WriteOutcome>;

interface WrittenReport {
  readonly message: ReportMessage;
  readonly outcome: WriteOutcome;
}

/** Each report of a write once: when its last message is written, or it becomes a dead letter. */
export function listWrittenReports(written: Written): readonly WrittenReport[] {
  const reports = new Map<string, WrittenReport>();
  for (const [message, outcome] of written) {
    const { submissionId, entry, chunk } = message;
    const id = `${submissionId} ${entry}`;
    const isFinished = outcome.kind === "dead-letter" || chunk.index === chunk.of - 1;
    if (isFinished && !reports.has(id)) reports.set(id, { message, outcome });
  }
  return [...reports.values()];
}

/** One line with the ids that ingest logs, too. */
export function logReport(
  { message, outcome }: WrittenReport,
  { logger, tracing }: { readonly logger: Logger; readonly tracing: Tracing },
): void {
  const { submissionId, entry, reportId, organizationId } = message;
  const ids = { submissionId, entry, reportId, organizationId, traceId: tracing.toTraceId(submissionId) };
  if (outcome.kind === "dead-letter") {
    logger.warn({ ...ids, reason: outcome.reason, detail: outcome.detail }, "report set aside");
  } else logger.debug({ ...ids, outcome: toName(outcome) }, "report written");
}

/** A span of its own for each report, although they are written together: each belongs to the trace of its submission. */
export function traceWrite(
  { message, outcome }: WrittenReport,
  {
    tracing,
    startedAt,
    traceparents,
  }: {
    readonly tracing: Tracing;
    readonly startedAt: Date;
    readonly traceparents: ReadonlyMap<ReportMessage, string>;
  },
): void {
  if (!tracing.isOn) return;
  const { submissionId, entry, reportId, organizationId } = message;
  const span = tracing.start({
    name: "write report",
    kind: "consumer",
    subject: submissionId,
    // The webhook-dispatcher names this span as the cause of its own.
    key: `write ${submissionId} ${entry}`,
    parent: traceparents.get(message),
    startedAt,
    attributes: {
      "ruaflow.submission_id": submissionId,
      "ruaflow.entry": entry,
      "ruaflow.report_id": reportId,
      "ruaflow.organization_id": organizationId,
    },
  });
  span.end({ "ruaflow.outcome": toName(outcome) });
}

function toName(outcome: WriteOutcome): string {
  return outcome.kind === "ok" ? "stored" : outcome.reason;
}
