import type { Database, Queryable } from "@ruaflow/postgres";
import { discardBodies } from "../intake/body-objects.ts";

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
  await discardBodies(transaction, erased);
  await transaction.query("DELETE FROM submissions WHERE id = ANY($1)", [whole]);
  await transaction.query("UPDATE submissions SET erase_body = true WHERE id = ANY($1)", [waiting]);
}

/** Bodies per statement. */
const STEP_BODIES = 1000;

/** Deletes bytes that were kept for a held report, once no report of the submission is held. */
export async function eraseBodies(database: Database): Promise<void> {
  for (let count = STEP_BODIES; count === STEP_BODIES; ) {
    count = await database.transaction(async (transaction) => {
      const rows = await transaction.query<{ id: string }>(
        `UPDATE submissions SET erase_body = false WHERE id = ANY(ARRAY(
           SELECT id FROM submissions s WHERE erase_body
           AND NOT EXISTS (SELECT 1 FROM arrivals a WHERE a.submission_id = s.id AND a.outcome = 'held')
           LIMIT ${STEP_BODIES} FOR UPDATE
         )) RETURNING id`,
      );
      await discardBodies(
        transaction,
        rows.map(({ id }) => id),
      );
      return rows.length;
    });
  }
}
