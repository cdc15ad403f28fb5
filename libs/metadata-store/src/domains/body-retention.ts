import type { Queryable } from "@ruaflow/postgres";
import { discardBodies, hasBody } from "../intake/body-objects.ts";
import { toFirstId } from "../tenants/id.ts";

/** How long the bytes of submissions are kept. Days count back from `now`. */
export interface BodyRetention {
  /** For stored reports of domains without a value of their own, from the UTC day of the report; `null`: as long as the report. */
  readonly rawDays: number | null;
  /** For everything that is not stored, such as refused reports, from its arrival. */
  readonly quarantineDays: number;
  readonly now: Date;
}

/** Submissions per statement. */
const STEP_SUBMISSIONS = 1000;
const DAY_MS = 86_400_000;
/**
 * The log keeps a message for at most 8 days. A submission that has no outcome by then was never acknowledged, and no
 * report of it can become stored any more.
 */
const UNFINISHED_DAYS = 8;

/**
 * Looks at the next 1,000 submissions in the order of their ids and deletes the bytes of those that may go: every entry has
 * to allow it. A held or accepted report never does, a stored one when its domain's days are over, and a duplicate leaves
 * it to the others. Submissions that were never finished are deleted altogether.
 *
 * @param after the id that the previous step returned; empty at first
 * @returns the last id; `null` when there are no more
 */
export async function discardBodiesStep(
  database: Queryable,
  after: string,
  retention: BodyRetention,
): Promise<string | null> {
  const ids = await listNext(database, after);
  const judged = await judge(database, ids, retention);
  await discardBodies(
    database,
    judged.filter(({ goes }) => goes).map(({ id }) => id),
  );
  await database.query(
    "DELETE FROM submissions s WHERE id = ANY($1) AND NOT EXISTS (SELECT 1 FROM arrivals WHERE submission_id = s.id)",
    [judged.filter(({ goes, unfinished }) => goes && unfinished).map(({ id }) => id)],
  );
  return ids.length === STEP_SUBMISSIONS ? (ids.at(-1) ?? null) : null;
}

/** Also bodies without a submission: their sender was never answered. */
async function listNext(database: Queryable, after: string): Promise<string[]> {
  const next = (column: string, table: string) =>
    `(SELECT ${column} FROM ${table} AND ${column} > $1 ORDER BY ${column} LIMIT ${STEP_SUBMISSIONS})`;
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM (
       ${next("id", "submissions WHERE true")} UNION
       ${next("submission_id", "submission_bodies WHERE part = 0")} UNION
       ${next("submission_id", "body_objects WHERE NOT erasing")}
     ) AS u (id) ORDER BY id LIMIT ${STEP_SUBMISSIONS}`,
    [after],
  );
  return rows.map(({ id }) => id);
}

interface Judged {
  readonly id: string;
  readonly unfinished: boolean;
  readonly goes: boolean;
}

/** An array of ids, unlike a join with them, is fast even before PostgreSQL has statistics. */
async function judge(database: Queryable, ids: readonly string[], retention: BodyRetention): Promise<Judged[]> {
  const { rawDays, quarantineDays, now } = retention;
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return database.query<Judged>(
    `SELECT u.id, e.submission_id IS NULL AS unfinished,
       CASE WHEN e.submission_id IS NULL THEN u.id COLLATE "C" < $5 ELSE coalesce(e.allows, e.arrived < $4)
         AND ${hasBody("u.id")} END AS goes
     FROM unnest($1::text[]) AS u (id) LEFT JOIN (
       SELECT a.submission_id, max(a.created_at) AS arrived, bool_and(CASE a.outcome
         WHEN 'held' THEN false
         WHEN 'accepted' THEN false
         WHEN 'stored' THEN coalesce(l.day < $2::date - coalesce(d.raw_retention_days, $3), false)
         WHEN 'duplicate' THEN NULL
         ELSE a.created_at < $4 END) AS allows
       FROM arrivals a LEFT JOIN domains d ON d.id = a.domain_id
         LEFT JOIN report_ledger l ON a.outcome = 'stored' AND l.report_id = a.report_id
       WHERE a.submission_id = ANY($1) GROUP BY a.submission_id
     ) e ON e.submission_id = u.id`,
    [ids, now.toISOString().slice(0, 10), rawDays, daysAgo(quarantineDays), toFirstId("sub", daysAgo(UNFINISHED_DAYS))],
  );
}
