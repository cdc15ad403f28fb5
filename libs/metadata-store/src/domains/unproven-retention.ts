import type { Database } from "@ruaflow/postgres";
import { addToDays, removeEmptyDays } from "../reports/days/report-days.ts";
import { removeDisplaced } from "../reports/ledger/displaced-reports.ts";
import { isAlive } from "../reports/living-domains.ts";

/** Reports per transaction. */
const STEP_REPORTS = 500;

/**
 * Takes up to 500 reports whose sender is not proven, and that were received before `before`, out of the list and the sums, with
 * their bytes; the displaced round deletes their rows. The ledger keeps them, so that a copy is not stored again. Organizations that
 * count such reports keep them, as do those that only leave out new reporters.
 *
 * @returns how many
 */
export function removeUnprovenReports(database: Database, before: Date): Promise<number> {
  return database.transaction(async (transaction) => {
    const removed = await removeDisplaced(transaction, takeOld, [before]);
    await addToDays(transaction, removed);
    await removeEmptyDays(transaction, removed);
    return removed.length;
  });
}

// The bytes go with the next `eraseBodies`, unless another report of the submission is listed, or still on its way.
const takeOld = `WITH taken AS (
    SELECT report_id, organization_id, domain_id, day FROM stored_reports s
    WHERE trust = 'none' AND trust_reason IS DISTINCT FROM 'new-reporter' AND received_at < $1
      AND NOT EXISTS (SELECT 1 FROM organizations o WHERE o.id = s.organization_id AND o.count_unauthenticated)
      AND EXISTS (SELECT 1 FROM domains d WHERE d.id = s.domain_id AND d.${isAlive})
    ORDER BY received_at LIMIT ${STEP_REPORTS}
  ), erasing AS (
    UPDATE submissions SET erase_body = true WHERE id IN (SELECT submission_id FROM taken JOIN report_ledger USING (report_id))
      AND NOT EXISTS (
        SELECT 1 FROM arrivals a WHERE a.submission_id = submissions.id AND (a.outcome = 'accepted' OR (a.outcome = 'stored'
          AND a.report_id NOT IN (SELECT report_id FROM taken) AND EXISTS (
            SELECT 1 FROM report_ledger l JOIN stored_reports s USING (organization_id, domain_id, day, report_id)
            WHERE l.report_id = a.report_id)))
      )
  )`;
