import { createEventId } from "./event-id.ts";
import type { EventData, EventType } from "./payloads.ts";

/** Something that happened, ready to be saved: its body is signed and sent as these bytes, whenever that is. */
export interface Event {
  /** `evt_` id. */
  readonly id: string;
  readonly type: EventType;
  readonly organizationId: string;
  /** The domain it is about: its events go when it is deleted. */
  readonly domainId: string;
  readonly createdAt: Date;
  /** The JSON that webhooks receive, at most `eventBytesMax`. */
  readonly body: Uint8Array;
}

/** Limit of an event's body (Standard Webhooks: below 20 kB). The bounds of strings and lists keep every type below it. */
export const EVENT_BYTES_MAX = 20_000;

/** What every event is made from. */
export interface EventOrigin {
  readonly organizationId: string;
  readonly domainId: string;
  /** When it happened; the same again when the same event is written again, so that its bytes stay the same. */
  readonly createdAt: Date;
}

/** @param subject what makes this event the only one of its type and organization: a report's id, a change's number */
export function createEvent<Type extends EventType>(
  type: Type,
  origin: EventOrigin,
  { subject, data }: { readonly subject: readonly string[]; readonly data: EventData<Type> },
): Event {
  const { organizationId, domainId, createdAt } = origin;
  const id = createEventId([type, organizationId, ...subject]);
  const body = Buffer.from(JSON.stringify({ id, type, created_at: createdAt.toISOString(), data }));
  if (body.length > EVENT_BYTES_MAX)
    throw new Error(`${type} has ${body.length} bytes: a bound of its data is missing`);
  return { id, type, organizationId, domainId, createdAt, body };
}
