import type { Queryable } from "@ruaflow/postgres";
import { toReportId } from "@ruaflow/report/identity";
import { notBeingBackedUp } from "../../backup-lock.ts";
import type { DomainDay } from "../days/report-days.ts";
import { haveSameContent } from "../identity/content-hashes.ts";
import { identityKey } from "../identity/siblings.ts";
import type { Vouched } from "../identity/voucher.ts";
import { deleteReportsStep, toNegative } from "../list/stored-reports.ts";
import { lockAliveDomains } from "../living-domains.ts";

/** A report that gave way to the authentic report of the same identity. */
export interface DisplacedReport {
  readonly organizationId: string;
  readonly domainId: string;
  /** UTC date, `YYYY-MM-DD`. */
  readonly day: string;
  readonly reportId: string;
}

/** Reports deleted from ClickHouse at once: their ids are sent in the request URL. */
const DUE_MAX = 500;
/** A writer that was paused may insert rows of a displaced report afterwards, so they are deleted again. */
const repeatedAfter = "interval '10 minutes'";

/** A stored report that others may claim to be. */
export type DisplacingReport = Pick<Vouched, "reportKey" | "reporterDomains">;

/**
 * Removes the reports that claim to be these stored ones from the ledger and the list, and notes that their rows have to leave
 * ClickHouse. Their arrivals then say how they compare with the stored report. A domain's report takes the place only of those
 * that claim to be from this domain, or have the same content; one that no domain vouches for of all with its identity.
 *
 * @returns what to add to the sums of days: negative numbers
 */
export async function displaceReports(
  transaction: Queryable,
  stored: readonly DisplacingReport[],
): Promise<DomainDay[]> {
  if (stored.length === 0) return [];
  return removeDisplaced(transaction, takeFromLedger, [
    stored.map(({ reportKey }) => toReportId(reportKey)),
    stored.map(({ reporterDomains = [] }) => JSON.stringify(reporterDomains)),
  ]);
}

/**
 * Removes reports from the ledger and the list, and notes that their rows have to leave ClickHouse.
 *
 * @param take SQL: a WITH clause that deletes them from the ledger, as `taken`
 * @returns what to add to the sums of days: negative numbers
 */
export async function removeDisplaced(
  transaction: Queryable,
  take: string,
  values: readonly unknown[],
): Promise<DomainDay[]> {
  const displaced = await transaction.query<DisplacedReport>(`${take} ${noteDisplaced}`, values);
  if (displaced.length === 0) return [];
  // A deletion that has begun has already subtracted its domain's reports from the sums.
  const alive = await lockAliveDomains(transaction, [...new Set(displaced.map(({ domainId }) => domainId))]);
  const removed: DomainDay[] = [];
  for (let start = 0; start < displaced.length; start += DUE_MAX) {
    const some = displaced.slice(start, start + DUE_MAX);
    removed.push(...(await deleteReportsStep(transaction, listed, toListedValues(some, alive))));
  }
  return removed.map(toNegative);
}

const listed = `organization_id = ANY($1) AND domain_id = ANY($2) AND day = ANY($3::date[]) AND report_id = ANY($4)`;

function toListedValues(reports: readonly DisplacedReport[], alive: readonly string[]): readonly unknown[] {
  const organizationIds = [...new Set(reports.map(({ organizationId }) => organizationId))];
  const days = [...new Set(reports.map(({ day }) => day))];
  return [organizationIds, alive, days, reports.map(({ reportId }) => reportId)];
}

// The content decides what the sender of the displaced report is told, as if it had come second. A report that an earlier
// release stored does not say whom it claims to be from.
const takeFromLedger = `WITH authentic AS (
    SELECT ${identityKey} AS identity_key, content_hash, newer_hashes, vouched_by, domains || coalesce(vouched_by, '') AS domains
    FROM (SELECT report_id, ARRAY(SELECT jsonb_array_elements_text(domains)) AS domains
      FROM unnest($1::text[], $2::jsonb[]) AS s (report_id, domains)) AS given
    JOIN report_ledger l USING (report_id) WHERE l.report_id = ANY($1)
  ), displacing AS (
    SELECT DISTINCT ON (u.report_id) u.report_id, ${haveSameContent("a", "u")} AS is_same
    FROM authentic a JOIN report_ledger u ON coalesce(u.base_key, u.authentic_key, u.report_key) = a.identity_key
    WHERE u.authentic_key IS NOT NULL
      AND (a.vouched_by IS NULL OR u.claimed_by && a.domains OR (u.claimed_by IS NULL AND ${haveSameContent("a", "u")}))
    ORDER BY u.report_id, is_same DESC
  ), taken AS (
    DELETE FROM report_ledger l USING displacing d WHERE l.report_id = d.report_id
    RETURNING l.report_id, l.organization_id, l.domain_id, l.day, l.submission_id, l.entry, d.is_same
  ), told AS (
    UPDATE arrivals a SET outcome = CASE WHEN is_same THEN 'duplicate' ELSE 'conflict' END,
      reason = CASE WHEN is_same THEN 'same-report' ELSE 'unauthenticated' END
    FROM taken t WHERE a.submission_id = t.submission_id AND a.entry = t.entry
  )`;

const noteDisplaced = `INSERT INTO displaced_reports (report_id, organization_id, domain_id, day)
  SELECT report_id, organization_id, domain_id, day FROM taken
  ON CONFLICT (report_id) DO UPDATE SET displaced_at = now(), next_deletion_at = now()
  RETURNING report_id AS "reportId", organization_id AS "organizationId", domain_id AS "domainId", day::text`;

/** Displaced reports whose rows must be deleted from ClickHouse now, some at a time; none while a backup is under way. */
export function listDisplacedReports(database: Queryable): Promise<DisplacedReport[]> {
  return database.query<DisplacedReport>(
    `SELECT report_id AS "reportId", organization_id AS "organizationId", domain_id AS "domainId", day::text
     FROM displaced_reports WHERE next_deletion_at <= now() AND ${notBeingBackedUp} ORDER BY next_deletion_at LIMIT ${DUE_MAX}`,
  );
}

/** Notes that the rows of these reports were deleted; a second deletion follows after 10 minutes. */
export async function finishDisplacedReports(database: Queryable, reports: readonly DisplacedReport[]): Promise<void> {
  const ids = [reports.map(({ reportId }) => reportId)];
  await database.query(
    `DELETE FROM displaced_reports WHERE report_id = ANY($1) AND displaced_at <= now() - ${repeatedAfter}`,
    ids,
  );
  await database.query(
    `UPDATE displaced_reports SET next_deletion_at = displaced_at + ${repeatedAfter} WHERE report_id = ANY($1)`,
    ids,
  );
}
