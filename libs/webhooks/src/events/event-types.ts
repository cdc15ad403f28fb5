import { Type } from "typebox";
import { dataSchemas, type EventType } from "./payloads.ts";

const descriptions: Record<EventType, string> = {
  "report.received": "New DMARC aggregate report received",
  "report.failure": "Authentication failure detected in a report",
  "domain.verified": "Domain ownership verified",
  "domain.dns_changed": "DNS record change detected",
  "alert.triggered": "Alert threshold exceeded",
  "domain.attention.opened": "Domain needs attention for a new reason, or an acknowledged reason became much worse",
  "domain.attention.closed": "Reason for attention ended and stayed away for an hour",
};

/** Every event type of the contract. */
export const eventTypes = Object.keys(descriptions) as readonly EventType[];

export function isEventType(text: string): text is EventType {
  return eventTypes.some((type) => type === text);
}

export function describeEventType(type: EventType): string {
  return descriptions[type];
}

/** JSON Schema of the whole body that a webhook receives for a type. */
export function createEnvelopeSchema<Name extends EventType>(type: Name) {
  return Type.Object(
    {
      id: Type.String({
        pattern: "^evt_[a-z2-7]{26}$",
        description: "Identifier of the event, the same in every delivery: use it to detect repeated deliveries.",
      }),
      type: Type.Literal(type),
      created_at: Type.String({ format: "date-time", description: "When it happened." }),
      test: Type.Optional(
        Type.Literal(true, {
          description: "Only in a sample that POST /api/v1/webhooks/:id/test sent: nothing happened.",
        }),
      ),
      data: dataSchemas[type],
    },
    { title: type, description: descriptions[type] },
  );
}
