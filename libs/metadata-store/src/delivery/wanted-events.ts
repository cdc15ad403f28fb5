import type { Queryable } from "@ruaflow/postgres";
import { type SavedEvent, saveEvents } from "./events.ts";

/** What an organization subscribes to. */
export interface WantedEvents {
  readonly types: ReadonlySet<string>;
  /** Whether a subscriber of `report.received` wants it for reports whose sender is not proven. */
  readonly unauthenticatedReports: boolean;
}

/**
 * The events that each organization subscribes to, by its webhooks and its current listeners. Inactive webhooks
 * count too, because events that occur while they are inactive can be recovered. An organization without subscriptions has
 * no entry.
 */
export async function readWantedEvents(
  database: Queryable,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, WantedEvents>> {
  const rows = await database.query<{ organization_id: string; types: string[]; unauthenticated: boolean }>(
    `SELECT organization_id, array_agg(DISTINCT type) AS types,
       bool_or(include_unauthenticated AND type = 'report.received') AS unauthenticated FROM (
       SELECT organization_id, include_unauthenticated, unnest(events) AS type FROM webhooks
       WHERE organization_id = ANY($1)
       UNION ALL
       SELECT organization_id, include_unauthenticated, unnest(events) FROM event_listeners
       WHERE organization_id = ANY($1) AND expires_at > now()
     ) AS wanted GROUP BY organization_id`,
    [organizationIds],
  );
  return new Map(
    rows.map(({ organization_id, types, unauthenticated }) => [
      organization_id,
      { types: new Set(types), unauthenticatedReports: unauthenticated },
    ]),
  );
}

/**
 * Writes the events that the organization subscribes to into the outbox. When many domains are added at once it often
 * subscribes to none of their events; then no event is built.
 */
export async function saveWantedEvents<Fact>(
  transaction: Queryable,
  organizationId: string,
  { facts, toEvent }: { readonly facts: readonly Fact[]; readonly toEvent: (fact: Fact) => SavedEvent },
): Promise<void> {
  if (facts.length === 0) return;
  const wanted = (await readWantedEvents(transaction, [organizationId])).get(organizationId);
  if (wanted === undefined) return;
  const events = facts.map(toEvent);
  await saveEvents(
    transaction,
    events.filter(({ type }) => wanted.types.has(type)),
  );
}
