import type { Queryable } from "@ruaflow/postgres";

/**
 * Cleans up submissions after some of their arrivals were deleted. A submission without other arrivals is deleted. One that
 * also has reports of other domains loses its bytes, because those reports are stored as rows. Its bytes stay only while
 * another of its reports is held; {@link eraseBodies} deletes them afterwards.
 */
export async function pruneSubmissions(transaction: Queryable, submissionIds: readonly string[]): Promise<void> {
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

/** Deletes bytes that were kept for a held report, once no report of the submission is held. */
export async function eraseBodies(database: Queryable): Promise<void> {
  await database.query(
    `WITH done AS (
       UPDATE submissions s SET erase_body = false WHERE erase_body
       AND NOT EXISTS (SELECT 1 FROM arrivals a WHERE a.submission_id = s.id AND a.outcome = 'held') RETURNING id
     )
     DELETE FROM submission_bodies b USING done WHERE b.submission_id = done.id`,
  );
}
