import type { Queryable } from "@ruaflow/postgres";

/**
 * Removes what is kept of submissions after arrivals of theirs were deleted. One without any other arrival goes whole. Of
 * one that brought reports of other domains too, the bytes go: those reports are stored as rows. Only while one of them
 * still waits for its own domain do the bytes stay, and go when it no longer does: {@link eraseBodies}.
 */
export async function settleSubmissions(transaction: Queryable, submissionIds: readonly string[]): Promise<void> {
  if (submissionIds.length === 0) return;
  const shared = await transaction.query<{ submission_id: string; waits: boolean }>(
    `SELECT submission_id, bool_or(outcome = 'held') AS waits FROM arrivals WHERE submission_id = ANY($1)
     GROUP BY submission_id`,
    [submissionIds],
  );
  const waiting = shared.filter(({ waits }) => waits).map(({ submission_id }) => submission_id);
  const others = new Set(shared.map(({ submission_id }) => submission_id));
  const whole = submissionIds.filter((id) => !others.has(id));
  const erased = submissionIds.filter((id) => !waiting.includes(id));
  await transaction.query("DELETE FROM submission_bodies WHERE submission_id = ANY($1)", [erased]);
  await transaction.query("DELETE FROM submissions WHERE id = ANY($1)", [whole]);
  await transaction.query("UPDATE submissions SET erase_body = true WHERE id = ANY($1)", [waiting]);
}

/** Removes the bytes that stayed for a report that waited, once it no longer does. */
export async function eraseBodies(database: Queryable): Promise<void> {
  await database.query(
    `WITH done AS (
       UPDATE submissions s SET erase_body = false WHERE erase_body
       AND NOT EXISTS (SELECT 1 FROM arrivals a WHERE a.submission_id = s.id AND a.outcome = 'held') RETURNING id
     )
     DELETE FROM submission_bodies b USING done WHERE b.submission_id = done.id`,
  );
}
