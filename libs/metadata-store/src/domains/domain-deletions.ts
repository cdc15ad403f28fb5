import { type Database, type Queryable, tryWithLock } from "@ruaflow/postgres";
import { removeDays, removeDaysWithin } from "../reports/days/report-days.ts";
import { deleteReportsStep } from "../reports/list/stored-reports.ts";
import { isAlive } from "../reports/living-domains.ts";
import { pruneSubmissions } from "./domain-submissions.ts";

/** A domain whose data must be deleted. */
export interface DomainToDelete {
  readonly organizationId: string;
  readonly domainId: string;
}

/** Rows per statement: each stays far below the statement timeout. */
const STEP_ROWS = 1000;
/** Domains per statement. Each step scans past the rows that earlier steps deleted, so more domains repeat more work. */
const DOMAINS_TOGETHER = 100;
const firstCheckAfter = "interval '15 seconds'";
/** Longer than any event log keeps a message. */
const checkedFor = "interval '8 days'";
/** "rudl" in ASCII. */
export const DELETION_LOCK = 0x7275646c;

/** `begun` by this call; `deleting` since an earlier call; `unknown`: the organization has no such domain. */
export type DeletionStart = "begun" | "deleting" | "unknown";

/**
 * Begins the deletion of a domain, in one transaction that waits for running T1s and T2s. From now on its organization no
 * longer sees the domain or its reports, and its sums exclude them. T1 and T2 drop reports in flight for it. The name stays
 * taken until `finishDeletions`.
 */
export async function beginDeletion(
  database: Database,
  organizationId: string,
  domainId: string,
): Promise<DeletionStart> {
  return database.transaction(async (transaction) => {
    const [begun] = await transaction.query(
      `UPDATE domains SET status = 'deleting' WHERE organization_id = $1 AND id = $2 AND ${isAlive} RETURNING 1`,
      [organizationId, domainId],
    );
    if (begun) {
      await removeDaysWithin(transaction, organizationId, [domainId]);
      return "begun";
    }
    const [deleting] = await transaction.query("SELECT 1 FROM domains WHERE organization_id = $1 AND id = $2", [
      organizationId,
      domainId,
    ]);
    return deleting ? "deleting" : "unknown";
  });
}

/** Runs `work` unless another process is deleting. If this process dies, another one can start at once. */
export async function withDeletionLock(database: Database, work: () => Promise<void>): Promise<void> {
  await tryWithLock(database, DELETION_LOCK, () => work());
}

/**
 * Domains being deleted, then deleted ones that are due for another check for late rows. The former come first, because
 * their names are still taken.
 *
 * @param limit how many at most
 */
export async function listDomainsToDelete(database: Queryable, limit: number): Promise<DomainToDelete[]> {
  return database.query<DomainToDelete>(
    `SELECT "domainId", "organizationId" FROM (
       SELECT id AS "domainId", organization_id AS "organizationId", NULL AS due FROM domains WHERE status = 'deleting'
       UNION ALL
       SELECT domain_id, organization_id, next_check_at FROM deleted_domains WHERE next_check_at <= now()
     ) AS gone ORDER BY due NULLS FIRST LIMIT $1`,
    [limit],
  );
}

/**
 * Deletes all data of the domains except their own rows: ledger, lists, sums, arrivals, submissions and their bytes, events
 * and their deliveries. Can be repeated after a crash at any point. With nothing to delete it costs a few index lookups.
 */
export async function deleteDomainData(database: Database, domains: readonly DomainToDelete[]): Promise<void> {
  for (let start = 0; start < domains.length; start += DOMAINS_TOGETHER) {
    const some = domains.slice(start, start + DOMAINS_TOGETHER);
    const keys = [some.map(({ organizationId }) => organizationId), some.map(({ domainId }) => domainId)];
    for (const deleteStep of [
      deleteLedgerStep,
      deleteListedStep,
      deleteArrivalsStep,
      deleteStatedStep,
      deleteEventsStep,
    ]) {
      for (let rows = STEP_ROWS; rows === STEP_ROWS; ) {
        rows = await database.transaction((transaction) => deleteStep(transaction, keys));
      }
    }
  }
  // For deletions begun by an older release, which did not remove the sums.
  for (const [organizationId, group] of Map.groupBy(domains, (domain) => domain.organizationId)) {
    await removeDays(
      database,
      organizationId,
      group.map(({ domainId }) => domainId),
    );
  }
}

type Keys = readonly (readonly string[])[];

/** A domain id belongs to one organization, so the two conditions cannot match an unrequested pair. */
const ofDomains = "organization_id = ANY($1) AND domain_id = ANY($2)";

/**
 * Includes pending reports, because only the ledger knows their submissions. Locks in the order of the keys, as T1 does.
 */
async function deleteLedgerStep(transaction: Queryable, keys: Keys): Promise<number> {
  const rows = await transaction.query<{ submission_id: string }>(
    `DELETE FROM report_ledger WHERE report_id = ANY(ARRAY(
       SELECT report_id FROM report_ledger WHERE report_id = ANY(ARRAY(
         SELECT report_id FROM report_ledger WHERE ${ofDomains} LIMIT ${STEP_ROWS}
       )) ORDER BY report_key FOR UPDATE
     )) RETURNING submission_id`,
    keys,
  );
  const submissionIds = [...new Set(rows.map(({ submission_id }) => submission_id))];
  await transaction.query(`DELETE FROM arrivals WHERE ${ofDomains} AND submission_id = ANY($3)`, [
    ...keys,
    submissionIds,
  ]);
  await pruneSubmissions(transaction, submissionIds);
  return rows.length;
}

/** Leaves the sums, which were removed when the deletion began. */
async function deleteListedStep(transaction: Queryable, keys: Keys): Promise<number> {
  return (await deleteReportsStep(transaction, ofDomains, keys)).length;
}

async function deleteArrivalsStep(transaction: Queryable, keys: Keys): Promise<number> {
  const rows = await transaction.query<{ submission_id: string }>(
    `DELETE FROM arrivals WHERE (submission_id, entry) IN (
       SELECT submission_id, entry FROM arrivals WHERE ${ofDomains} LIMIT ${STEP_ROWS}
     ) RETURNING submission_id`,
    keys,
  );
  await pruneSubmissions(transaction, [...new Set(rows.map(({ submission_id }) => submission_id))]);
  return rows.length;
}

/**
 * Refused entries, and those that are held without a claim, have no domain id: they are found by the name that they state,
 * which is the domain's or below it. Once the organization has claimed the name anew, they are that claim's.
 */
async function deleteStatedStep(transaction: Queryable, keys: Keys): Promise<number> {
  const rows = await transaction.query<{ submission_id: string }>(
    `DELETE FROM arrivals WHERE (submission_id, entry) IN (
       SELECT a.submission_id, a.entry FROM (
         SELECT organization_id, id, reverse(name) COLLATE "C" AS reversed FROM (
           SELECT organization_id, id, name FROM domains UNION ALL
           SELECT organization_id, domain_id, name FROM deleted_domains g WHERE NOT EXISTS (
             SELECT 1 FROM domains d WHERE d.organization_id = g.organization_id AND d.name = g.name)
         ) AS named WHERE organization_id = ANY($1) AND id = ANY($2) AND name IS NOT NULL
       ) AS gone JOIN arrivals a ON a.organization_id = gone.organization_id AND a.domain_id IS NULL
         AND a.domain IS NOT NULL AND a.outcome IN ('refused', 'held') AND reverse(a.domain) COLLATE "C" >= gone.reversed
         AND reverse(a.domain) COLLATE "C" < gone.reversed || '/'
         AND (reverse(a.domain) = gone.reversed OR starts_with(reverse(a.domain), gone.reversed || '.'))
       LIMIT ${STEP_ROWS}
     ) RETURNING submission_id`,
    keys,
  );
  await pruneSubmissions(transaction, [...new Set(rows.map(({ submission_id }) => submission_id))]);
  return rows.length;
}

/** The schema deletes deliveries and their attempts with the event. */
async function deleteEventsStep(transaction: Queryable, keys: Keys): Promise<number> {
  const rows = await transaction.query(
    `DELETE FROM events WHERE id = ANY(ARRAY(
       SELECT id FROM events WHERE ${ofDomains} LIMIT ${STEP_ROWS}
     )) RETURNING 1`,
    keys,
  );
  return rows.length;
}

/**
 * Ends deletions whose data is gone from every store, and frees the names. A writer may still insert rows that were in
 * flight, so the ids are checked again, first after seconds, then less and less often, for eight days.
 */
export async function finishDeletions(database: Database, domains: readonly DomainToDelete[]): Promise<void> {
  const organizationIds = domains.map(({ organizationId }) => organizationId);
  const domainIds = domains.map(({ domainId }) => domainId);
  await database.transaction(async (transaction) => {
    await transaction.query(
      `INSERT INTO deleted_domains AS d (domain_id, organization_id, next_check_at, name)
       SELECT domain_id, gone.organization_id, now() + ${firstCheckAfter}, name
       FROM unnest($1::text[], $2::text[]) AS gone (domain_id, organization_id) LEFT JOIN domains ON id = domain_id
       ORDER BY domain_id
       ON CONFLICT (domain_id) DO UPDATE SET next_check_at = CASE WHEN now() - d.deleted_at < ${checkedFor}
           THEN now() + greatest(now() - d.deleted_at, ${firstCheckAfter}) END,
         name = CASE WHEN now() - d.deleted_at < ${checkedFor} THEN d.name END`,
      [domainIds, organizationIds],
    );
    await transaction.query("DELETE FROM domain_reports WHERE domain_id = ANY($1)", [domainIds]);
    await transaction.query("DELETE FROM unproven_mail WHERE kind = 'domain' AND name = ANY($1)", [domainIds]);
    await transaction.query("DELETE FROM domains WHERE id = ANY($1) AND status = 'deleting'", [domainIds]);
    // Removing the sums asked for a judgement. The judge removes the rows that it holds.
    await transaction.query(
      `DELETE FROM verdict_queue WHERE id = ANY(ARRAY(
         SELECT id FROM verdict_queue WHERE organization_id = ANY($1) AND domain_id = ANY($2) FOR UPDATE SKIP LOCKED))`,
      [organizationIds, domainIds],
    );
  });
}
