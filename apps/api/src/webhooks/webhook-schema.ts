import { DescribedValues } from "@ruaflow/http/described-values";
import type { DisableRule, Webhook } from "@ruaflow/metadata-store/delivery";
import { describeEventType, eventTypes } from "@ruaflow/webhooks/event-types";
import { Type } from "typebox";

export const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description });

export const EventTypeSchema = DescribedValues<string>(
  Object.fromEntries(eventTypes.map((type) => [type, `${describeEventType(type)}.`])),
  { description: "Type of an event; GET /api/v1/event-types shows its schema.", examples: ["report.received"] },
);

const EventsSchema = Type.Array(EventTypeSchema, {
  minItems: 1,
  maxItems: 20,
  description: "Event types that the webhook receives.",
  examples: [["report.received", "domain.dns_changed"]],
});

const UrlSchema = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    "HTTPS URL of a public host, without user name, password or fragment. Its port is 443, or from 1024 on but not a common database port.",
  examples: ["https://hooks.example.com/ruaflow"],
});

const IncludeUnauthenticatedSchema = (settings: object) =>
  Type.Boolean({
    ...settings,
    description:
      "Whether it also receives report.received of reports whose trust is none. Any sender can forge such reports, so by default it does not; report.failure follows what the organization counts.",
    examples: [false],
  });

const SecretSchema = Type.String({
  minLength: 16,
  maxLength: 256,
  description:
    "16 to 256 printable ASCII characters without spaces; after whsec_, base64 of at least 16 bytes. Signs each delivery and is never shown again.",
  examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
});

export const CreatedWebhookSchema = Type.Object({
  id: Type.String({ examples: ["wh_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
  url: UrlSchema,
  events: EventsSchema,
  active: Type.Boolean({ description: "Whether it receives events." }),
  include_unauthenticated: IncludeUnauthenticatedSchema({}),
  has_secret: Type.Boolean({ description: "Whether deliveries are signed." }),
  created_at: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }),
});

/** Events that did not fit in a webhook's queue. */
export const MissedSchema = {
  missed_since: TimeOrNull(
    "When the first event occurred that was not queued because 10,000 deliveries were already waiting; null: no event was missed. POST /api/v1/webhooks/:id/recover with this time recovers them.",
  ),
  missed_events: Type.Integer({ description: "Number of events missed since then.", examples: [0] }),
};

const DisableAfterSchema = Type.Object(
  {
    failures: Type.Integer({ minimum: 1, description: "Threshold for failure_count.", examples: [10] }),
    hours: Type.Integer({
      minimum: 0,
      description: "Hours that must lie between failing_since and the last of these failures; 0: no minimum.",
      examples: [24],
    }),
  },
  {
    description:
      "When the webhook is disabled: when the last attempt of a delivery fails and both values are reached. The operator sets them. An answer of 410 disables it at once.",
  },
);

export const WebhookSchema = Type.Object({
  ...CreatedWebhookSchema.properties,
  last_triggered_at: TimeOrNull("Time of the last successful delivery; null: not yet."),
  failure_count: Type.Integer({
    description:
      "Consecutive deliveries that failed after all retries; disable_after.failures of them may disable the webhook.",
    examples: [0],
  }),
  failing_since: TimeOrNull("When the first of these deliveries failed for good; null: failure_count is 0."),
  disable_after: DisableAfterSchema,
  disabled_reason: Type.Union([Type.String(), Type.Null()], {
    description:
      "Why the service disabled the webhook: 410, or the rule in disable_after; null: not disabled by the service.",
    examples: [null],
  }),
  previous_secret_until: TimeOrNull(
    "Until when the previous secret also signs deliveries, X-Ruaflow-Signature with it alone; null: no previous secret.",
  ),
  ...MissedSchema,
});

/** Body of POST /webhooks. */
export const WebhookBody = Type.Object(
  {
    url: UrlSchema,
    events: EventsSchema,
    secret: Type.Optional(SecretSchema),
    active: Type.Boolean({ default: true, description: "Whether it receives events." }),
    include_unauthenticated: IncludeUnauthenticatedSchema({ default: false }),
  },
  { additionalProperties: false },
);

/** Body of PUT /webhooks/:id: the fields to change. */
export const WebhookChanges = Type.Object(
  {
    url: Type.Optional(UrlSchema),
    events: Type.Optional(EventsSchema),
    secret: Type.Optional(
      Type.Union([SecretSchema, Type.Null()], {
        description:
          "A new secret; the previous one also signs deliveries for 24 hours. X-Ruaflow-Signature, which has room for one signature, is the previous one's until then, or until previous_secret is set to null. null: deliveries are no longer signed.",
      }),
    ),
    previous_secret: Type.Optional(
      Type.Null({
        description: "null: the previous secret ends now. Send it once the endpoint verifies with the new secret.",
      }),
    ),
    active: Type.Optional(
      Type.Boolean({ description: "Whether it receives events; true also resets the failures of a disabled webhook." }),
    ),
    include_unauthenticated: Type.Optional(IncludeUnauthenticatedSchema({})),
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
    include_unauthenticated: webhook.includeUnauthenticated,
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
