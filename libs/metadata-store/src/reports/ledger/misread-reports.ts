import type { Database, Queryable } from "@ruaflow/postgres";
import type { Trust } from "@ruaflow/report";
import { addToDays, removeEmptyDays } from "../days/report-days.ts";
import { removeDisplaced } from "./displaced-reports.ts";

/** A stored report whose reporter's name has letters that could not be read when it was stored. */
export interface MisreadReport {
  readonly reportId: string;
  /** 0-based position in its submission. */
  readonly entry: number;
  readonly trust: Trust;
}

/** In SQL, of a row `s` of `stored_reports`. */
const isMisread = "position(U&'\\FFFD' IN s.reporter) > 0";

const listed =
  "(s.organization_id, s.domain_id, s.day, s.report_id) = (l.organization_id, l.domain_id, l.day, l.report_id)";

/**
 * The submissions that brought misread reports, for the operator: reads the whole list.
 *
 * @param organizationId `null`: of all organizations
 */
export async function listMisreadSubmissions(database: Queryable, organizationId: string | null): Promise<string[]> {
  const rows = await database.query<{ submission_id: string }>(
    `SELECT DISTINCT l.submission_id FROM stored_reports s JOIN report_ledger l USING (report_id)
     WHERE ($1::text IS NULL OR s.organization_id = $1) AND ${isMisread} ORDER BY l.submission_id`,
    [organizationId],
  );
  return rows.map(({ submission_id }) => submission_id);
}

/** The misread ones of the reports that a submission brought. */
export function listMisreadReports(database: Queryable, submissionId: string): Promise<MisreadReport[]> {
  return database.query<MisreadReport & Record<string, unknown>>(
    `SELECT l.report_id AS "reportId", l.entry, s.trust FROM arrivals a
     JOIN report_ledger l ON (l.report_id, l.submission_id, l.entry) = (a.report_id, a.submission_id, a.entry)
     JOIN stored_reports s ON ${listed}
     WHERE a.submission_id = $1 AND l.state = 'stored' AND ${isMisread} ORDER BY l.entry`,
    [submissionId],
  );
}

/**
 * Takes stored reports of a submission out of the ledger, the list and the sums, so that they count once under the identity that a
 * new reading gives them. Their entries are opened as {@link beginReplay} opens others: a replay that dies leaves them where
 * refused ones are looked for. Repeating it changes nothing.
 *
 * @param reportIds those that the new reading identifies otherwise: the rows of a withdrawn report are deleted for minutes
 */
export async function withdrawMisreadReports(
  database: Database,
  submissionId: string,
  reportIds: readonly string[],
): Promise<void> {
  if (reportIds.length === 0) return;
  await database.transaction(async (transaction) => {
    const removed = await removeDisplaced(transaction, takeFromLedger, [submissionId, reportIds]);
    await addToDays(transaction, removed);
    await removeEmptyDays(transaction, removed);
  });
}

const takeFromLedger = `WITH taken AS (
    DELETE FROM report_ledger WHERE submission_id = $1 AND report_id = ANY($2) AND state = 'stored'
    RETURNING report_id, organization_id, domain_id, day, submission_id, entry
  ), opened AS (
    UPDATE arrivals a SET outcome = 'refused', reason = 'replaying',
      detail = 'The report is being read again, or that was interrupted: replay its submission again.'
    FROM taken t WHERE (a.submission_id, a.entry) = (t.submission_id, t.entry)
  )`;
