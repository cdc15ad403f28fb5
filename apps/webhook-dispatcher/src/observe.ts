import type { MetadataStore } from "@ruaflow/metadata-store";
import type { ClaimedDelivery } from "@ruaflow/metadata-store/delivery";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { AttemptResult } from "./attempt-delivery.ts";

/** Counts attempts and logs one line with all facts for each. The line never has a URL or a secret. */
export function observeAttempts(
  metrics: Metrics,
  logger: Logger,
): (claim: ClaimedDelivery, result: AttemptResult) => void {
  const attempts = metrics.counter("ruaflow_webhook_attempts_total", "Webhook attempts by outcome.", [
    "outcome",
    "error",
  ]);
  const disabled = metrics.counter("ruaflow_webhook_disabled_total", "Webhooks disabled because they kept failing.");
  const exhausted = metrics.counter("ruaflow_webhook_exhausted_total", "Deliveries that failed after all retries.");
  const latency = metrics.histogram({
    name: "ruaflow_webhook_attempt_duration_seconds",
    help: "Time from the start of an attempt to the last byte of the response.",
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  return (claim, { outcome, step, saved, disabledReason }) => {
    attempts.inc({ outcome: saved ? step.kind : "claim-lost", error: outcome.error ?? "none" });
    latency.observe({}, outcome.latencyMs / 1000);
    if (saved && step.kind === "exhausted") exhausted.inc({});
    if (disabledReason !== null) disabled.inc({});
    const { status, error, latencyMs } = outcome;
    const { id: deliveryId, eventId, eventType, webhookId, organizationId, retries } = claim;
    const reportId = readReportId(claim);
    const facts = { deliveryId, eventId, eventType, webhookId, organizationId, reportId, attempt: retries + 1 };
    logger.info({ ...facts, outcome: step.kind, status, error, latencyMs, saved, disabledReason }, "webhook attempt");
  };
}

/** The report that an event is about, as the lines of ingest and record-writer name it; `undefined`: another event. */
function readReportId({ eventType, body }: ClaimedDelivery): string | undefined {
  if (!eventType.startsWith("report.")) return undefined;
  const event: { readonly data?: { readonly report_id?: string } } = JSON.parse(Buffer.from(body).toString());
  return event.data?.report_id;
}

/** Counts unfinished deliveries at each scrape. */
export function observeQueue(metrics: Metrics, metadata: MetadataStore): void {
  for (const status of ["pending", "delivering", "held"] as const) {
    metrics.gauge(`ruaflow_webhook_deliveries_${status}`, `Deliveries with the status ${status}.`, async () => {
      return (await metadata.delivery.countOpenDeliveries()).get(status) ?? 0;
    });
  }
}
