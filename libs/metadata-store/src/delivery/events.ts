import type { Queryable } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";

/** An event as it is sent to subscribers: its bytes never change. */
export interface SavedEvent {
  /** `evt_` id, derived from the event's facts, so that writing it twice yields one event. */
  readonly id: string;
  readonly type: string;
  readonly organizationId: string;
  readonly domainId: string;
  readonly createdAt: Date;
  readonly body: Uint8Array;
  /** True: about a report whose sender is not proven; only subscribers who want those receive it. Default: false. */
  readonly unauthenticated?: boolean;
}

export interface EventRow {
  id: string;
  type: string;
  organization_id: string;
  domain_id: string;
  created_at: Date;
  body: Buffer;
  unauthenticated: boolean;
}

/** The columns of an `EventRow`. */
export const eventColumns = "id, type, organization_id, domain_id, created_at, body, unauthenticated";

/**
 * Writes events into the outbox, in the transaction of the data they report: either both are saved or neither. Events
 * that already exist are not changed.
 */
export async function saveEvents(transaction: Queryable, events: readonly SavedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = toTable(events, EVENT_COLUMNS, { alias: "e" });
  await transaction.query(
    `INSERT INTO events (${eventColumns}) SELECT ${eventColumns} FROM ${rows.sql} ORDER BY id ON CONFLICT DO NOTHING`,
    rows.values,
  );
}

const EVENT_COLUMNS: readonly Column<SavedEvent>[] = [
  ["id", "text", ({ id }) => id],
  ["type", "text", ({ type }) => type],
  ["organization_id", "text", ({ organizationId }) => organizationId],
  ["domain_id", "text", ({ domainId }) => domainId],
  ["created_at", "timestamptz", ({ createdAt }) => createdAt],
  ["body", "bytea", ({ body }) => body],
  ["unauthenticated", "bool", ({ unauthenticated = false }) => unauthenticated],
];

const EVENTS_PER_PURGE = 1000;

/**
 * Deletes at most 1,000 events that were relayed before `before`, with their deliveries and attempts, and returns how many.
 * An event's age counts from its relay: the event of a report that waited for verification is new although the report is
 * old.
 */
export async function purgeEvents(database: Queryable, before: Date): Promise<number> {
  const rows = await database.query(
    `DELETE FROM events WHERE id = ANY(ARRAY(
       SELECT id FROM events WHERE relayed_at < $1 ORDER BY relayed_at LIMIT $2
     )) RETURNING 1`,
    [before, EVENTS_PER_PURGE],
  );
  return rows.length;
}

export function toEvent(row: EventRow): SavedEvent {
  return {
    id: row.id,
    type: row.type,
    organizationId: row.organization_id,
    domainId: row.domain_id,
    createdAt: row.created_at,
    body: row.body,
    unauthenticated: row.unauthenticated,
  };
}
