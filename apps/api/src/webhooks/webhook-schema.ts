import type { DisableRule, Webhook } from "@ruaflow/metadata-store/delivery";
import { eventTypes } from "@ruaflow/webhooks/event-types";
import { Type } from "typebox";

export const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description });

export const EventTypeSchema = Type.Unsafe<string>({
  type: "string",
  enum: [...eventTypes],
  description: "Type of an event; GET /api/v1/event-types tells about each.",
  examples: ["report.received"],
});

const EventsSchema = Type.Array(EventTypeSchema, {
  minItems: 1,
  maxItems: 20,
  description: "Event types that it receives.",
  examples: [["report.received", "domain.dns_changed"]],
});

const UrlSchema = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    "HTTPS address of a public host, without user name, password or fragment; port 443 or one from 1024 on that no database uses.",
  examples: ["https://hooks.example.com/ruaflow"],
});

const SecretSchema = Type.String({
  minLength: 16,
  maxLength: 256,
  description:
    "16 to 256 printable ASCII characters without spaces; after whsec_, base64 of at least 16 bytes. Signs each delivery and is never shown again.",
  examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
});

/** What the answer to a creation has. */
export const CreatedWebhookSchema = Type.Object({
  id: Type.String({ examples: ["wh_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
  url: UrlSchema,
  events: EventsSchema,
  active: Type.Boolean({ description: "Receives events." }),
  has_secret: Type.Boolean({ description: "Deliveries are signed." }),
  created_at: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }),
});

/** What found no room in a webhook's queue. */
export const MissedSchema = {
  missed_since: TimeOrNull(
    "When the first event happened that was not queued because 10,000 deliveries waited already; null: none. POST /api/v1/webhooks/:id/recover with this time brings them back.",
  ),
  missed_events: Type.Integer({ description: "How many since then.", examples: [0] }),
};

const DisableAfterSchema = Type.Object(
  {
    failures: Type.Integer({ minimum: 1, description: "What failure_count must reach.", examples: [10] }),
    hours: Type.Integer({
      minimum: 0,
      description: "How long before the last of these failures failing_since must be, in hours; 0: no span.",
      examples: [24],
    }),
  },
  {
    description:
      "What disables it: a delivery that is given up when both figures are reached. The operator sets them. An answer of 410 disables it at once.",
  },
);

export const WebhookSchema = Type.Object({
  ...CreatedWebhookSchema.properties,
  last_triggered_at: TimeOrNull("The last successful delivery; null: none yet."),
  failure_count: Type.Integer({
    description:
      "Deliveries in a row that were given up after all retries; disable_after.failures of them may disable it.",
    examples: [0],
  }),
  failing_since: TimeOrNull("When the first of these deliveries was given up; null: there are none."),
  disable_after: DisableAfterSchema,
  disabled_reason: Type.Union([Type.String(), Type.Null()], {
    description: "Why the service disabled it: 410, or the rule in disable_after; null: it did not.",
    examples: [null],
  }),
  previous_secret_until: TimeOrNull("The secret before the current one signs too until then; null: there is none."),
  ...MissedSchema,
});

/** Body of POST /webhooks. */
export const WebhookBody = Type.Object(
  {
    url: UrlSchema,
    events: EventsSchema,
    secret: Type.Optional(SecretSchema),
    active: Type.Boolean({ default: true, description: "Receives events." }),
  },
  { additionalProperties: false },
);

/** Body of PUT /webhooks/:id: what is to change. */
export const WebhookChanges = Type.Object(
  {
    url: Type.Optional(UrlSchema),
    events: Type.Optional(EventsSchema),
    secret: Type.Optional(
      Type.Union([SecretSchema, Type.Null()], {
        description: "A new secret; the one before it signs too for 24 hours. null: deliveries are no longer signed.",
      }),
    ),
    active: Type.Optional(
      Type.Boolean({ description: "true also forgets the failures of a webhook that was disabled." }),
    ),
  },
  { additionalProperties: false, minProperties: 1, examples: [{ active: true }] },
);

export const WebhookParams = Type.Object({
  id: Type.String({ maxLength: 64, examples: ["wh_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
});

export function toCreatedWebhook(webhook: Webhook) {
  return {
    id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    active: webhook.active,
    has_secret: webhook.hasSecret,
    created_at: webhook.createdAt.toISOString(),
  };
}

export function toWebhookBody(webhook: Webhook, disableAfter: DisableRule) {
  return {
    ...toCreatedWebhook(webhook),
    last_triggered_at: webhook.lastTriggeredAt?.toISOString() ?? null,
    failure_count: webhook.failureCount,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    disable_after: { ...disableAfter },
    disabled_reason: webhook.disabledReason,
    previous_secret_until: webhook.previousSecretUntil?.toISOString() ?? null,
    ...toMissed(webhook),
  };
}

export function toMissed({ missedSince, missedEvents }: Webhook) {
  return { missed_since: missedSince?.toISOString() ?? null, missed_events: missedEvents };
}
