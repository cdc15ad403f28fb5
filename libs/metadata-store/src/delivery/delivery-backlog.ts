import type { Queryable } from "@ruaflow/postgres";

/** Work that waits, and for how long its oldest part has. */
export interface Backlog {
  readonly waiting: number;
  /** 0 while nothing waits. */
  readonly seconds: number;
}

/**
 * Events that are not in the log yet, and deliveries whose time has come. A delivery that waits for its next attempt, or is
 * held, is not late. Over all organizations: for the operator.
 */
export async function readBacklogs(
  database: Queryable,
): Promise<{ readonly events: Backlog; readonly deliveries: Backlog }> {
  const rows = await database.query<Backlog & { kind: string }>(
    `SELECT 'events' AS kind, count(*)::float8 AS waiting,
       coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
     FROM events WHERE relayed_at IS NULL
     UNION ALL
     SELECT 'deliveries', count(*)::float8, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::float8
     FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at <= now()`,
  );
  const find = (wanted: string): Backlog => {
    const { waiting = 0, seconds = 0 } = rows.find(({ kind }) => kind === wanted) ?? {};
    return { waiting, seconds: Math.max(0, seconds) };
  };
  return { events: find("events"), deliveries: find("deliveries") };
}
