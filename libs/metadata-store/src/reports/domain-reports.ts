import type { Database, Queryable } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";

/** Days of the period of a domain's sums; they are compared with as many days before. */
const SUMS_DAYS = 30;

/** What a day of a domain gains or, with negative numbers, loses. */
export interface AddedDay {
  readonly domainId: string;
  readonly day: string;
  readonly reports: number;
  readonly messages: number;
  readonly passed: number;
  readonly authentic: boolean;
  /** Of the newest of these reports; absent: not known. */
  readonly receivedAt?: Date;
}

const ADDED_COLUMNS: readonly Column<AddedDay>[] = [
  ["domain_id", "text", ({ domainId }) => domainId],
  ["day", "date", ({ day }) => day],
  ["reports", "bigint", ({ reports }) => reports],
  ["messages", "float8", ({ messages }) => messages],
  ["passed", "float8", ({ passed }) => passed],
  ["authentic", "bool", ({ authentic }) => authentic],
  ["received_at", "timestamptz", ({ receivedAt = null }) => receivedAt],
];

/** Each sum of `domain_reports`: of what, of which reports, and of which days before `sums_until`. */
const SUMS = ["", "unproven_"].flatMap((trust) =>
  ["", "_before"].flatMap((period) =>
    ["messages", "passed"].map((summed) => ({
      column: `${trust}${summed}${period}`,
      summed,
      isCounted: trust === "" ? "authentic" : "NOT authentic",
      days: period === "" ? [SUMS_DAYS - 1, 0] : [2 * SUMS_DAYS - 1, SUMS_DAYS],
    })),
  ),
);

const sumColumns = SUMS.map(({ column }) => column).join(", ");

/**
 * SQL: the list of all sums over rows of days.
 *
 * @param until SQL of the last day of the period
 */
function toSums(until: string): string {
  return SUMS.map(
    ({ column, summed, isCounted, days: [first, last] }) =>
      `coalesce(sum(${summed}) FILTER (WHERE ${isCounted} AND day BETWEEN ${until} - ${first} AND ${until} - ${last}), 0) AS ${column}`,
  ).join(", ");
}

/** SQL: when the newest report of a domain was received. */
const newestReport = (organizationId: string, domainId: string) =>
  `(SELECT max(received_at) AS received_at FROM stored_reports s WHERE s.organization_id = ${organizationId} AND s.domain_id = ${domainId})`;

/**
 * Adds to the sums of domains, after the same days were added to `report_days` and after removed reports left `stored_reports`. The
 * caller holds a lock on the domains' rows. A domain without a row of sums stays without: {@link refreshDomainReports} adds it.
 */
export async function addToDomainReports(transaction: Queryable, days: readonly AddedDay[]): Promise<void> {
  // All writers lock in the order of ids, which prevents deadlocks. A statement of its own, so that the next one sees what
  // another writer has committed in the meantime.
  const locked = await transaction.query<{ domain_id: string }>(
    "SELECT domain_id FROM domain_reports WHERE domain_id = ANY($1) ORDER BY domain_id FOR NO KEY UPDATE",
    [[...new Set(days.map(({ domainId }) => domainId))]],
  );
  if (locked.length === 0) return;
  const added = toTable(days, ADDED_COLUMNS, { alias: "a" });
  const sets = SUMS.map(({ column }) => `${column} = r.${column} + s.${column}`);
  await transaction.query(
    `UPDATE domain_reports r SET ${sets.join(", ")}, last_report_at = greatest(s.received_at,
       CASE WHEN s.removed_at >= r.last_report_at THEN ${newestReport("r.organization_id", "r.domain_id")}
         ELSE r.last_report_at END)
     FROM (
       SELECT domain_id, ${toSums("sums_until")}, max(received_at) FILTER (WHERE reports > 0) AS received_at,
         max(received_at) FILTER (WHERE reports < 0) AS removed_at
       FROM ${added.sql} JOIN (SELECT domain_id, sums_until FROM domain_reports) AS k USING (domain_id) GROUP BY domain_id
     ) AS s WHERE r.domain_id = s.domain_id`,
    added.values,
  );
}

/** SQL: the same of the domain `d`. Once it is known its writers keep it; only before that every report is read. */
const newestKnown = `(SELECT CASE WHEN k.domain_id IS NULL THEN ${newestReport("d.organization_id", "d.id")}
  ELSE k.last_report_at END AS received_at FROM (VALUES (d.id)) AS one (id) LEFT JOIN domain_reports k ON k.domain_id = one.id)`;

/** Domains per transaction: their writers wait for it. */
const REFRESH_DOMAINS = 200;

/**
 * Brings the sums of some verified domains up to `today`, and those of domains that have none yet. Domains that a writer is busy with
 * are left for later. Does nothing while sums of an earlier release are still to be filled in.
 *
 * @param today UTC day, `YYYY-MM-DD`
 * @returns how many domains
 */
export function refreshDomainReports(database: Database, today: string): Promise<number> {
  return database.transaction(async (transaction) => {
    // Every writer of the sums holds a lock on the domain, so whatever it added is committed, or waits for this transaction.
    const locked = await transaction.query<{ id: string }>(
      `SELECT id FROM domains d WHERE status <> 'deleting' AND verified_at IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM domain_reports r WHERE r.domain_id = d.id AND sums_until >= $1::date)
         AND NOT EXISTS (SELECT 1 FROM report_days_due) AND NOT EXISTS (SELECT 1 FROM stored_reports_due)
       LIMIT ${REFRESH_DOMAINS} FOR NO KEY UPDATE OF d SKIP LOCKED`,
      [today],
    );
    await transaction.query(
      `INSERT INTO domain_reports (domain_id, organization_id, last_report_at, sums_until, ${sumColumns})
       SELECT d.id, d.organization_id, ${newestKnown}, $2::date, ${sumColumns}
       FROM domains d CROSS JOIN LATERAL (${sumDays("$2::date")}) AS s WHERE d.id = ANY($1)
       ON CONFLICT (domain_id) DO UPDATE SET last_report_at = excluded.last_report_at, sums_until = excluded.sums_until,
         ${SUMS.map(({ column }) => `${column} = excluded.${column}`).join(", ")}`,
      [locked.map(({ id }) => id), today],
    );
    return locked.length;
  });
}

/** SQL: one row with all sums of the domain `d`, from its days. */
function sumDays(until: string): string {
  return `SELECT ${toSums(until)} FROM report_days b WHERE b.organization_id = d.organization_id AND b.domain_id = d.id
    AND b.day BETWEEN ${until} - ${2 * SUMS_DAYS - 1} AND ${until}`;
}

/**
 * SQL: joins to rows `d` of `domains` their sums up to a day, as `s`, whether or not they are kept for that day, and the time of
 * their newest report. Only domains that were verified have reports.
 *
 * @param until SQL of the last day of the period
 * @param outdated SQL: a condition on `d` of the domains, among others, whose sums are not kept for that day
 */
export function joinDomainReports(until: string, outdated: string): string {
  const either = SUMS.map(({ column }) => `coalesce(r.${column}, b.${column}, 0) AS ${column}`);
  const kept = `r.organization_id = d.organization_id AND r.domain_id = d.id AND r.sums_until = ${until}`;
  return `LEFT JOIN domain_reports r ON ${kept}
    LEFT JOIN (SELECT d.id, b.*, newest.received_at AS last_report_at
      FROM domains d CROSS JOIN LATERAL (${sumDays(until)}) AS b
        CROSS JOIN LATERAL ${newestKnown} AS newest
      WHERE ${outdated} AND d.verified_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM domain_reports r WHERE ${kept})
    ) AS b ON b.id = d.id
    CROSS JOIN LATERAL (SELECT ${either.join(", ")}, coalesce(r.last_report_at, b.last_report_at) AS last_report_at) AS s`;
}

/** The organization's domains whose sums are not kept for this day, `YYYY-MM-DD`: none once the keeper has been there. */
export async function listOutdatedSums(
  database: Queryable,
  organizationId: string,
  today: string,
): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM domains d WHERE organization_id = $1 AND verified_at IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM domain_reports r WHERE r.organization_id = $1 AND r.domain_id = d.id AND r.sums_until = $2::date)`,
    [organizationId, today],
  );
  return rows.map(({ id }) => id);
}
