import type { MetadataStore } from "@ruaflow/metadata-store";
import type { ClaimedDelivery } from "@ruaflow/metadata-store/delivery";
import type { Tracing } from "@ruaflow/runtime/tracing";

/** The place in a trace where an event was caused. */
export interface EventOrigin {
  readonly submissionId: string;
  /** `traceparent` of the span that wrote the report. */
  readonly traceparent: string;
}

/** The report that an event is about, as the lines of ingest and record-writer name it; `undefined`: another event. */
export function readReportId({ eventType, body }: ClaimedDelivery): string | undefined {
  if (!eventType.startsWith("report.")) return undefined;
  const event: { readonly data?: { readonly report_id?: string } } = JSON.parse(Buffer.from(body).toString());
  return event.data?.report_id;
}

/**
 * Asks the ledger for the submission behind an event: only it is needed to continue the trace, so nothing is kept with
 * events. Without tracing nothing is asked. Never rejects: a trace is not worth a delivery.
 */
export async function findOrigin(
  claim: ClaimedDelivery,
  { tracing, metadata }: { readonly tracing: Tracing; readonly metadata: Pick<MetadataStore, "reports"> },
): Promise<EventOrigin | null> {
  const reportId = tracing.isOn ? readReportId(claim) : undefined;
  if (reportId === undefined) return null;
  const found = await metadata.reports.findSubmission(reportId).catch(() => null);
  if (found === null) return null;
  const { submissionId, entry } = found;
  return { submissionId, traceparent: tracing.toTraceparent(submissionId, `write ${submissionId} ${entry}`) };
}
