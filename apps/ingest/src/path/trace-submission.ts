import type { Submission } from "@ruaflow/dmarc";
import type { LogMessage } from "@ruaflow/event-log";
import type { ReportMessageFacts } from "@ruaflow/report/message";
import type { Span, Tracing } from "@ruaflow/runtime/tracing";
import type { SubmissionContext } from "./submission-context.ts";

/** The span of a submission's way into the log. Its trace's id derives from the submission's. */
export function startSubmission(tracing: Tracing, { id, channel }: Submission): Span {
  const attributes = { "ruaflow.submission_id": id, "ruaflow.channel": channel };
  return tracing.start({ name: "receive submission", kind: "server", subject: id, attributes });
}

/** Runs `append` in a span, and gives it a function that adds the span's `traceparent` to the headers of a message. */
export async function traceAppend(
  facts: ReportMessageFacts,
  { services: { tracing, span: parent } }: SubmissionContext,
  append: (addTrace: (message: LogMessage) => LogMessage) => Promise<void>,
): Promise<void> {
  if (!tracing.isOn) return append((message) => message);
  const { submissionId, entry, reportId, organizationId } = facts;
  const span = tracing.start({
    name: "append report",
    kind: "producer",
    subject: submissionId,
    parent: parent.traceparent,
    attributes: {
      "ruaflow.submission_id": submissionId,
      "ruaflow.entry": entry,
      "ruaflow.report_id": reportId,
      "ruaflow.organization_id": organizationId,
    },
  });
  const { traceparent } = span;
  try {
    await append((message) => ({ ...message, headers: { ...message.headers, traceparent } }));
    span.end();
  } catch (error) {
    span.fail(error);
    throw error;
  }
}
