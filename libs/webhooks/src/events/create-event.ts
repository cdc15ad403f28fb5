import { createHash } from "node:crypto";
import { toBase32 } from "@ruaflow/runtime/text";
import type { EventData, EventType } from "./payloads.ts";

/** An event to be saved. These bytes of its body are signed and sent in every delivery. */
export interface Event {
  /** `evt_` id. */
  readonly id: string;
  readonly type: EventType;
  readonly organizationId: string;
  /** The domain that the event is about. Deleting the domain deletes its events. */
  readonly domainId: string;
  readonly createdAt: Date;
  /** The JSON that webhooks receive, at most `EVENT_BYTES_MAX`. */
  readonly body: Uint8Array;
  /** About a report whose sender is not proven: any sender can cause it, so only subscribers who want it receive it. */
  readonly unauthenticated: boolean;
}

/** Limit of an event's body (Standard Webhooks: below 20 kB). The limits of strings and lists keep every type below it. */
export const EVENT_BYTES_MAX = 20_000;

/** Facts that every event needs. */
export interface EventOrigin {
  readonly organizationId: string;
  readonly domainId: string;
  /** What the organization calls the domain's owner in its own systems; `null`: nothing. */
  readonly clientReference: string | null;
  /** A sample, which its body then says. Default: false. */
  readonly isTest?: boolean;
  /** When it happened. Writing the same event again needs the same time, so that its bytes stay the same. */
  readonly createdAt: Date;
}

interface EventContent<Type extends EventType> {
  /** Identifies the event among those of its type and organization: a report's id, for example. */
  readonly subject: readonly string[];
  readonly data: EventData<Type>;
  /** Default: false. */
  readonly unauthenticated?: boolean;
}

export function createEvent<Type extends EventType>(
  type: Type,
  origin: EventOrigin,
  { subject, data, unauthenticated = false }: EventContent<Type>,
): Event {
  const { organizationId, domainId, createdAt, isTest = false } = origin;
  const id = createEventId([type, organizationId, ...subject]);
  const body = Buffer.from(
    JSON.stringify({ id, type, created_at: createdAt.toISOString(), ...(isTest && { test: true }), data }),
  );
  if (body.length > EVENT_BYTES_MAX)
    throw new Error(`${type} has ${body.length} bytes: a bound of its data is missing`);
  return { id, type, organizationId, domainId, createdAt, body, unauthenticated };
}

/**
 * `evt_` and 128 bits in lower-case base32 (RFC 4648), derived from the event's facts: every process that writes the same
 * event computes the same id, without coordination.
 *
 * @param parts type, organization and the facts that identify the event; each part is hashed with its length, so that
 *   different lists of parts cannot collide
 */
function createEventId(parts: readonly string[]): string {
  const hash = createHash("sha256").update("ruaflow event 1");
  for (const part of parts) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(part));
    hash.update(length).update(part);
  }
  return `evt_${toBase32(hash.digest().subarray(0, 16))}`;
}
