import type { Database, Queryable } from "@ruaflow/postgres";
import { addStoredReports, type NewStoredReport } from "./stored-reports.ts";

/** Reads the reports of the domains from ClickHouse, in pages, each report once. */
export type ReportsSource = (
  organizationId: string,
  domainIds: readonly string[],
) => AsyncIterable<readonly NewStoredReport[]>;

/** Number of domains filled in one transaction. */
const FILL_DOMAINS = 50;

/**
 * Fills `stored_reports` with the reports stored by earlier releases, some domains at a time. Does nothing once all are
 * filled. An interruption loses only the current step: call it again. Writers wait for each step, readers do not.
 *
 * @param onRemaining receives the number of domains still to fill before each step: a million reports take minutes
 */
export async function fillStoredReports(
  database: Database,
  source: ReportsSource,
  onRemaining: (domains: number) => void = () => undefined,
): Promise<void> {
  for (let remaining = await countDue(database); remaining > 0; remaining = await countDue(database)) {
    onRemaining(remaining);
    await database.transaction((transaction) => fillSome(transaction, source));
  }
}

async function countDue(database: Database): Promise<number> {
  const [row] = await database.query<{ due: number }>("SELECT count(*)::int AS due FROM stored_reports_due");
  return row?.due ?? 0;
}

async function fillSome(transaction: Queryable, source: ReportsSource): Promise<void> {
  const due = await transaction.query<{ organization_id: string; domain_id: string }>(
    `DELETE FROM stored_reports_due WHERE (organization_id, domain_id) IN (
       SELECT organization_id, domain_id FROM stored_reports_due
       WHERE organization_id = (SELECT min(organization_id) FROM stored_reports_due) ORDER BY domain_id LIMIT ${FILL_DOMAINS}
     ) RETURNING organization_id, domain_id`,
  );
  const organizationId = due[0]?.organization_id;
  if (organizationId === undefined) return;
  // From here on every report that becomes stored gets its row, so each stored report has a row or gets one below.
  await transaction.query("LOCK TABLE stored_reports IN EXCLUSIVE MODE");
  const domainIds = due.map(({ domain_id }) => domain_id);
  const listed = await readListed(transaction, organizationId, domainIds);
  for await (const reports of source(organizationId, domainIds)) {
    const stored = await readStored(transaction, organizationId, reports);
    const missing = reports.filter(({ reportId }) => stored.has(reportId) && !listed.has(reportId));
    await addStoredReports(transaction, missing);
  }
}

/** Ids of the domains' reports that writers of this release have stored: few, because writers are usually stopped. */
async function readListed(
  transaction: Queryable,
  organizationId: string,
  domainIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction.query<{ report_id: string }>(
    "SELECT report_id FROM stored_reports WHERE organization_id = $1 AND domain_id = ANY($2)",
    [organizationId, domainIds],
  );
  return new Set(rows.map(({ report_id }) => report_id));
}

/** Ids of the reports that are `stored` in the ledger: ClickHouse also has rows of pending ones. */
async function readStored(
  transaction: Queryable,
  organizationId: string,
  reports: readonly NewStoredReport[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction.query<{ report_id: string }>(
    "SELECT report_id FROM report_ledger WHERE organization_id = $1 AND report_id = ANY($2) AND state = 'stored'",
    [organizationId, reports.map(({ reportId }) => reportId)],
  );
  return new Set(rows.map(({ report_id }) => report_id));
}
