import type { MetadataStore } from "@ruaflow/metadata-store";
import type { ClaimedDelivery } from "@ruaflow/metadata-store/delivery";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { Tracing } from "@ruaflow/runtime/tracing";
import type { AttemptResult } from "./attempt-delivery.ts";
import { type EventOrigin, readReportId } from "./event-origin.ts";

interface Observers {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly tracing: Tracing;
}

export interface ObservedAttempt {
  readonly claim: ClaimedDelivery;
  readonly result: AttemptResult;
  readonly startedAt: Date;
  /** `null`: not known, or tracing is off. */
  readonly origin: EventOrigin | null;
}

const outcomes = { delivered: 1, retry: 1, exhausted: 1, gone: 1, "claim-lost": 1 } satisfies Record<
  AttemptResult["step"]["kind"] | "claim-lost",
  1
>;
const errors = { none: 1, url: 1, address: 1, dns: 1, connect: 1, tls: 1, timeout: 1, answer: 1 } satisfies Record<
  NonNullable<AttemptResult["outcome"]["error"]> | "none",
  1
>;

/**
 * Counts attempts, logs one line with all facts for each, and records a span in the trace of the report's submission.
 * Neither has a URL or a secret.
 */
export function observeAttempts({ metrics, logger, tracing }: Observers): (attempt: ObservedAttempt) => void {
  const attempts = metrics.counter("ruaflow_webhook_attempts_total", "Webhook attempts by outcome.", {
    outcome: Object.keys(outcomes),
    error: Object.keys(errors),
  });
  const disabled = metrics.counter("ruaflow_webhook_disabled_total", "Webhooks disabled because they kept failing.");
  const exhausted = metrics.counter("ruaflow_webhook_exhausted_total", "Deliveries that failed after all retries.");
  const latency = metrics.histogram({
    name: "ruaflow_webhook_attempt_duration_seconds",
    help: "Time from the start of an attempt to the last byte of the response.",
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  return ({ claim, result: { outcome, step, saved, disabledReason }, startedAt, origin }) => {
    attempts.inc({ outcome: saved ? step.kind : "claim-lost", error: outcome.error ?? "none" });
    latency.observe({}, outcome.latencyMs / 1000);
    if (saved && step.kind === "exhausted") exhausted.inc({});
    if (disabledReason !== null) disabled.inc({});
    const { status, error, latencyMs } = outcome;
    const { id: deliveryId, eventId, eventType, webhookId, organizationId, retries } = claim;
    const reportId = readReportId(claim);
    const ids = { deliveryId, eventId, eventType, webhookId, organizationId, reportId };
    const traceId = origin === null ? undefined : tracing.toTraceId(origin.submissionId);
    const facts = { attempt: retries + 1, outcome: step.kind, status, error, latencyMs, saved, disabledReason };
    // Of a busy service almost every attempt succeeds: at info these lines were 98 % of its log.
    const level = saved && step.kind === "delivered" ? "debug" : "info";
    logger[level]({ ...ids, traceId, ...facts }, "webhook attempt");
    if (origin !== null) traceAttempt({ ...ids, ...facts }, { tracing, origin, startedAt });
  };
}

interface AttemptFacts {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly webhookId: string;
  readonly organizationId: string;
  readonly attempt: number;
  readonly outcome: string;
  readonly status: number | null;
}

function traceAttempt(
  facts: AttemptFacts,
  { tracing, origin, startedAt }: { tracing: Tracing; origin: EventOrigin; startedAt: Date },
): void {
  const span = tracing.start({
    name: "deliver event",
    kind: "client",
    subject: origin.submissionId,
    parent: origin.traceparent,
    startedAt,
    attributes: {
      "ruaflow.event_id": facts.eventId,
      "ruaflow.event_type": facts.eventType,
      "ruaflow.delivery_id": facts.deliveryId,
      "ruaflow.webhook_id": facts.webhookId,
      "ruaflow.organization_id": facts.organizationId,
      "ruaflow.attempt": facts.attempt,
    },
  });
  const status = facts.status === null ? {} : { "http.response.status_code": facts.status };
  span.end({ ...status, "ruaflow.outcome": facts.outcome });
}

/** Counts unfinished deliveries at each scrape. */
export function observeQueue(metrics: Metrics, metadata: MetadataStore): void {
  for (const status of ["pending", "delivering", "held"] as const) {
    metrics.gauge(`ruaflow_webhook_deliveries_${status}`, `Deliveries with the status ${status}.`, async () => {
      return (await metadata.delivery.countOpenDeliveries()).get(status) ?? 0;
    });
  }
}
