import { ProblemSchema } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import type { Delivery, DeliveryAttempt, DeliveryDetail, DeliveryStatus } from "@ruaflow/metadata-store/delivery";
import { Type } from "typebox";
import { EventTypeSchema, TimeOrNull, WebhookParams } from "./webhook-schema.ts";

/** Problems of every route about one webhook. */
export const WebhookProblems = {
  400: ProblemSchema,
  401: ProblemSchema,
  403: ProblemSchema,
  404: ProblemSchema,
  429: ProblemSchema,
};

export const DeliveryStatusSchema = DescribedValues<DeliveryStatus>(
  {
    pending: "Waits for its next attempt.",
    delivering: "An attempt is in progress.",
    delivered: "The endpoint accepted it.",
    exhausted: "All attempts failed.",
    held: "Waits until the webhook is active again, for up to seven days.",
  },
  { description: "Status of the delivery.", examples: ["delivered"] },
);

/** An item of the list. */
export const DeliverySchema = Type.Object({
  id: Type.String({ examples: ["del_5f1d3a0b9c8e7f6a5b4c3d2e1f0a9b8c"] }),
  event_id: Type.String({
    description: "The event's id, the same in every delivery of it.",
    examples: ["evt_mzxw6ytboi4dsmrqha3tsmjrga"],
  }),
  event_type: EventTypeSchema,
  status: DeliveryStatusSchema,
  test: Type.Boolean({ description: "Whether it is a requested sample, which does not count for the webhook." }),
  attempt_count: Type.Integer({ description: "Attempts so far, including redeliveries.", examples: [1] }),
  next_attempt_at: TimeOrNull("When the next attempt is due; null: not waiting."),
  created_at: Type.String({
    format: "date-time",
    description: "When the delivery was queued.",
    examples: ["2026-10-01T08:30:00.000Z"],
  }),
  finished_at: TimeOrNull("When it was delivered or its last attempt failed; null: not finished."),
});

/** Outcome of one request. */
export const OutcomeSchema = {
  status_code: Type.Union([Type.Integer(), Type.Null()], {
    description: "HTTP status of the answer; null: no answer.",
    examples: [204],
  }),
  latency_ms: Type.Integer({
    description: "From the start of the attempt to the last byte of the answer.",
    examples: [87],
  }),
  error: Type.Union([Type.String(), Type.Null()], {
    description:
      "Why no complete answer arrived: url, address, dns, connect, tls, timeout or answer (the connection broke); null: it arrived.",
    examples: [null],
  }),
  detail: Type.String({ description: "The error in one sentence; empty if there was no error.", examples: [""] }),
  response_body: Type.String({
    description: "The first 4,096 bytes of the answer's body, as UTF-8.",
    examples: ["ok"],
  }),
};

const AttemptSchema = Type.Object({
  number: Type.Integer({ description: "From 1.", examples: [1] }),
  started_at: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }),
  ...OutcomeSchema,
});

/** An object with arbitrary members. */
export const AnyObject = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: "object", additionalProperties: true, description });

/** An event as it was or will be sent; GET /event-types has its schema. */
export const SentEventSchema = Type.Object(
  {
    id: Type.String({ examples: ["evt_mzxw6ytboi4dsmrqha3tsmjrga"] }),
    type: EventTypeSchema,
    created_at: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }),
    test: Type.Optional(
      Type.Boolean({ description: "true: a sample that was sent as a test; absent otherwise.", examples: [true] }),
    ),
    data: AnyObject("Details, depending on the type."),
  },
  { description: "The event that is sent; each attempt sends the same bytes." },
);

export const DeliveryDetailSchema = Type.Object({
  ...DeliverySchema.properties,
  event: SentEventSchema,
  attempts: Type.Array(AttemptSchema, { description: "Latest first, at most 100." }),
});

export const DeliveryParams = Type.Object({
  ...WebhookParams.properties,
  delivery_id: Type.String({ maxLength: 64, examples: ["del_5f1d3a0b9c8e7f6a5b4c3d2e1f0a9b8c"] }),
});

export function toDeliveryBody(delivery: Delivery) {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    test: delivery.isTest,
    attempt_count: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
  };
}

export function toDeliveryDetail(delivery: DeliveryDetail) {
  return {
    ...toDeliveryBody(delivery),
    event: toSentEvent(delivery.body),
    attempts: delivery.attemptLog.map((attempt) => ({
      number: attempt.number,
      started_at: attempt.startedAt.toISOString(),
      ...toOutcome(attempt),
    })),
  };
}

interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function toSentEvent(body: Uint8Array): SentEvent {
  return JSON.parse(Buffer.from(body).toString("utf8"));
}

export function toOutcome(outcome: Omit<DeliveryAttempt, "number" | "startedAt">) {
  return {
    status_code: outcome.status,
    latency_ms: outcome.latencyMs,
    error: outcome.error,
    detail: outcome.detail,
    response_body: Buffer.from(outcome.answer).toString("utf8"),
  };
}
