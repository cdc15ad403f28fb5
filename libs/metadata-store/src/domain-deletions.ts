import type { Database, Queryable } from "./database.ts";
import { isAlive } from "./domain-rows.ts";
import { settleSubmissions } from "./domain-submissions.ts";
import { removeDays } from "./report-days.ts";

/** A domain whose data must go. */
export interface DomainToDelete {
  readonly organizationId: string;
  readonly domainId: string;
}

/** Rows per statement: each stays far below the time that a statement may take. */
const stepRows = 1000;
const firstCheckAfter = "interval '15 seconds'";
/** Longer than any log keeps a message. */
const checkedFor = "interval '8 days'";
/** "rudl" in ASCII. */
const deletionLock = 0x7275646c;

/**
 * Begins the deletion of a domain: from now on it is gone for its organization, T1 drops what is in flight for it, and
 * its name stays taken until `finishDeletion`. Waits for T1s that are under way. False for an unknown id, another
 * organization's, and one that is being deleted already.
 */
export async function beginDeletion(database: Queryable, organizationId: string, domainId: string): Promise<boolean> {
  const rows = await database.query(
    `UPDATE domains SET status = 'deleting' WHERE organization_id = $1 AND id = $2 AND ${isAlive} RETURNING id`,
    [organizationId, domainId],
  );
  return rows.length > 0;
}

/** Runs `work` unless another process deletes at the moment; should this one die, the next one may at once. */
export async function withDeletionLock(database: Database, work: () => Promise<void>): Promise<void> {
  await database.transaction(async (transaction) => {
    const [lock] = await transaction.query<{ held: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS held", [
      deletionLock,
    ]);
    if (lock?.held === true) await work();
  });
}

/** Domains being deleted, and those deleted before of which it is time to look whether something came after. */
export async function listDomainsToDelete(database: Queryable): Promise<DomainToDelete[]> {
  const rows = await database.query<{ domain_id: string; organization_id: string }>(
    `SELECT id AS domain_id, organization_id FROM domains WHERE status = 'deleting'
     UNION ALL
     SELECT domain_id, organization_id FROM deleted_domains WHERE next_check_at <= now()`,
  );
  return rows.map((row) => ({ organizationId: row.organization_id, domainId: row.domain_id }));
}

/**
 * Deletes what this store has of a domain but for its own row: ledger, sums, arrivals, submissions and their bytes, events
 * and their deliveries. May be repeated after a crash at any point; with nothing there it costs a few index lookups.
 */
export async function deleteDomainData(database: Database, organizationId: string, domainId: string): Promise<void> {
  for (const deleteStep of [deleteLedgerStep, deleteArrivalsStep, deleteEventsStep]) {
    for (let rows = stepRows; rows === stepRows; ) {
      rows = await database.transaction((transaction) => deleteStep(transaction, organizationId, domainId));
    }
  }
  await removeDays(database, organizationId, { domainIds: [domainId] });
}

/** Also of reports that are still on their way: nothing else tells which submission brought them. */
async function deleteLedgerStep(transaction: Queryable, organizationId: string, domainId: string): Promise<number> {
  const rows = await transaction.query<{ submission_id: string }>(
    `DELETE FROM report_ledger WHERE report_key = ANY(ARRAY(
       SELECT report_key FROM report_ledger WHERE organization_id = $1 AND domain_id = $2
       ORDER BY report_key LIMIT ${stepRows} FOR UPDATE
     )) RETURNING submission_id`,
    [organizationId, domainId],
  );
  const submissionIds = [...new Set(rows.map(({ submission_id }) => submission_id))];
  await transaction.query(
    "DELETE FROM arrivals WHERE organization_id = $1 AND domain_id = $2 AND submission_id = ANY($3)",
    [organizationId, domainId, submissionIds],
  );
  await settleSubmissions(transaction, submissionIds);
  return rows.length;
}

async function deleteArrivalsStep(transaction: Queryable, organizationId: string, domainId: string): Promise<number> {
  const rows = await transaction.query<{ submission_id: string }>(
    `DELETE FROM arrivals WHERE (submission_id, entry) IN (
       SELECT submission_id, entry FROM arrivals WHERE organization_id = $1 AND domain_id = $2 LIMIT ${stepRows}
     ) RETURNING submission_id`,
    [organizationId, domainId],
  );
  await settleSubmissions(transaction, [...new Set(rows.map(({ submission_id }) => submission_id))]);
  return rows.length;
}

/** Deliveries and their attempts go with their event. */
async function deleteEventsStep(transaction: Queryable, organizationId: string, domainId: string): Promise<number> {
  const rows = await transaction.query(
    `DELETE FROM events WHERE id = ANY(ARRAY(
       SELECT id FROM events WHERE organization_id = $1 AND domain_id = $2 LIMIT ${stepRows}
     )) RETURNING 1`,
    [organizationId, domainId],
  );
  return rows.length;
}

/**
 * Ends a deletion whose data are gone everywhere: the name is free again. What a writer still had in hand may come after,
 * so the id is looked at again, first after seconds, then less and less often, for eight days.
 */
export async function finishDeletion(database: Database, organizationId: string, domainId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query("DELETE FROM domains WHERE organization_id = $1 AND id = $2 AND status = 'deleting'", [
      organizationId,
      domainId,
    ]);
    await transaction.query(
      `INSERT INTO deleted_domains AS d (domain_id, organization_id, next_check_at)
       VALUES ($1, $2, now() + ${firstCheckAfter})
       ON CONFLICT (domain_id) DO UPDATE SET next_check_at = CASE WHEN now() - d.deleted_at < ${checkedFor}
         THEN now() + greatest(now() - d.deleted_at, ${firstCheckAfter}) END`,
      [domainId, organizationId],
    );
  });
}
