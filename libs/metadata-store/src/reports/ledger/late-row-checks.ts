import type { Queryable } from "@ruaflow/postgres";
import { toTable } from "@ruaflow/postgres/table";
import type { ReportPlace } from "./ledger-state.ts";

/** A report whose rows have to be checked for duplicates once more. */
export interface LateRowCheck extends ReportPlace {
  readonly organizationId: string;
}

/**
 * After a report was taken over. An insert is bound to arrive soon, unless its process was paused before it sent the insert:
 * then it may arrive at any time, and the process itself removes the rows. When it is killed before it does, after the last
 * check, a reconciliation removes them.
 */
const CHECKS_AFTER = ["30 seconds", "5 minutes", "30 minutes"] as const;
/** Another writer takes over checks that did not end within this time. */
const LEASE = "5 minutes";
const DUE_MAX = 500;

const checksAfter = `(ARRAY[${CHECKS_AFTER.map((after) => `interval '${after}'`).join(", ")}])`;

/** Notes, in the T1 that takes them over, that rows of an earlier attempt may still arrive. */
export async function noteLateRowChecks(transaction: Queryable, reports: readonly LateRowCheck[]): Promise<void> {
  const noted = toTable(
    reports,
    [
      ["report_id", "text", ({ reportId }) => reportId],
      ["organization_id", "text", ({ organizationId }) => organizationId],
      ["domain_id", "text", ({ domainId }) => domainId],
      ["day", "date", ({ day }) => day],
    ],
    { alias: "r" },
  );
  await transaction.query(
    `INSERT INTO late_row_checks (report_id, organization_id, domain_id, day, next_check_at)
     SELECT report_id, organization_id, domain_id, day, now() + ${checksAfter}[1] FROM ${noted.sql}
     ORDER BY report_id
     ON CONFLICT (report_id) DO UPDATE SET checks = 0, next_check_at = excluded.next_check_at`,
    noted.values,
  );
}

/** Reports to be checked now, some at a time. No other call returns them, unless these checks do not end. */
export function takeLateRowChecks(database: Queryable): Promise<LateRowCheck[]> {
  return database.query<LateRowCheck & Record<string, unknown>>(
    `UPDATE late_row_checks c SET next_check_at = now() + interval '${LEASE}'
     FROM (SELECT report_id FROM late_row_checks WHERE next_check_at <= now()
       ORDER BY next_check_at LIMIT ${DUE_MAX} FOR UPDATE SKIP LOCKED) AS due
     WHERE c.report_id = due.report_id
     RETURNING c.report_id AS "reportId", organization_id AS "organizationId", domain_id AS "domainId", day::text`,
  );
}

/** Notes that these reports were checked; the next check follows, or none after the last one. */
export async function finishLateRowChecks(database: Queryable, reports: readonly LateRowCheck[]): Promise<void> {
  await database.query(
    `WITH ended AS (
       DELETE FROM late_row_checks WHERE report_id = ANY($1) AND checks >= ${CHECKS_AFTER.length - 1}
     )
     UPDATE late_row_checks SET checks = checks + 1, next_check_at = now() + ${checksAfter}[checks + 2]
     WHERE report_id = ANY($1) AND checks < ${CHECKS_AFTER.length - 1}`,
    [reports.map(({ reportId }) => reportId)],
  );
}
