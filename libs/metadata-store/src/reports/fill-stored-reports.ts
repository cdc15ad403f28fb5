import type { Database, Queryable } from "@ruaflow/postgres";
import { addStoredReports, type NewStoredReport } from "./stored-reports.ts";

/** Reads what ClickHouse has of the reports of some domains, in pages; a report comes once. */
export type ReportsSource = (
  organizationId: string,
  domainIds: readonly string[],
) => AsyncIterable<readonly NewStoredReport[]>;

/** Domains that are filled in one transaction. */
const FILL_DOMAINS = 50;

/**
 * Fills `stored_reports` with what an earlier release has stored, some domains at a time; does nothing when that is done.
 * What breaks it off costs the domains that were under way: call it again. Writers wait meanwhile, readers do not.
 *
 * @param onLeft told before each step how many domains are still to be filled in: a million reports take minutes
 */
export async function fillStoredReports(
  database: Database,
  source: ReportsSource,
  onLeft: (domains: number) => void = () => undefined,
): Promise<void> {
  for (let left = await countDue(database); left > 0; left = await countDue(database)) {
    onLeft(left);
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
  // From here on no report becomes stored without its row, so each that the ledger has as stored is there or is added.
  await transaction.query("LOCK TABLE stored_reports IN EXCLUSIVE MODE");
  const domainIds = due.map(({ domain_id }) => domain_id);
  const listed = await readListed(transaction, organizationId, domainIds);
  for await (const reports of source(organizationId, domainIds)) {
    const stored = await readStored(transaction, organizationId, reports);
    const missing = reports.filter(({ reportId }) => stored.has(reportId) && !listed.has(reportId));
    await addStoredReports(transaction, missing);
  }
}

/** Ids of the domains' reports that writers of this release have stored: few, for they are stopped as a rule. */
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

/** Ids of those that the ledger has as stored: ClickHouse has rows of others, too. */
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
