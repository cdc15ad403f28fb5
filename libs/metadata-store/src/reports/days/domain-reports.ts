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

/** When the newest reports were received: those that count, and those whose sender is not proven. */
const NEWEST = [
  { column: "last_report_at", isCounted: "authentic", isListed: "trust <> 'none'" },
  { column: "unproven_last_report_at", isCounted: "NOT authentic", isListed: "trust = 'none'" },
];

const newestColumns = NEWEST.map(({ column }) => column).join(", ");

/**
 * SQL: the list of all sums over rows of days.
 *
 * @param until SQL of the last day of the period
 */
function toSums(until: string): string {
  return SUMS.map((sum) => `coalesce(${toSum(sum, until)}, 0) AS ${sum.column}`).join(", ");
}

function toSum({ summed, isCounted, days: [first, last] }: (typeof SUMS)[number], until: string): string {
  return `sum(${summed}) FILTER (WHERE ${isCounted} AND day BETWEEN ${until} - ${first} AND ${until} - ${last})`;
}

/** SQL: the times of the newest reports of a domain. */
const newestReports = (organizationId: string, domainId: string) =>
  `(SELECT ${NEWEST.map(({ column, isListed }) => `max(received_at) FILTER (WHERE ${isListed}) AS ${column}`).join(", ")}
    FROM stored_reports l WHERE l.organization_id = ${organizationId} AND l.domain_id = ${domainId})`;

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
  const sets = [
    ...SUMS.map(({ column }) => `${column} = r.${column} + s.${column}`),
    ...NEWEST.map(
      ({ column }) => `${column} = greatest(s.added_${column}, CASE WHEN s.removed_${column} >= r.${column}
         THEN (SELECT ${column} FROM ${newestReports("r.organization_id", "r.domain_id")} AS n) ELSE r.${column} END)`,
    ),
  ];
  const times = NEWEST.map(
    ({ column, isCounted }) => `max(received_at) FILTER (WHERE reports > 0 AND ${isCounted}) AS added_${column},
       max(received_at) FILTER (WHERE reports < 0 AND ${isCounted}) AS removed_${column}`,
  );
  await transaction.query(
    `UPDATE domain_reports r SET ${sets.join(", ")}
     FROM (
       SELECT domain_id, ${toSums("sums_until")}, ${times.join(", ")}
       FROM ${added.sql} JOIN (SELECT domain_id, sums_until FROM domain_reports) AS k USING (domain_id) GROUP BY domain_id
     ) AS s WHERE r.domain_id = s.domain_id`,
    added.values,
  );
}

/** SQL: the same of the domain `d`. Once they are known its writers keep them; only before that every report is read. */
const newestKnown = `(SELECT ${newestColumns} FROM domain_reports k WHERE k.domain_id = d.id
  UNION ALL SELECT n.* FROM ${newestReports("d.organization_id", "d.id")} AS n
  WHERE NOT EXISTS (SELECT 1 FROM domain_reports k WHERE k.domain_id = d.id))`;

/** Domains per transaction: their writers wait for it. */
const REFRESH_DOMAINS = 200;

/**
 * Brings the sums of some verified domains up to `today`, and those of domains that have none yet, in the order of ids. Domains that a
 * writer is busy with are left for the next time. Does nothing while sums of an earlier release are still to be filled in.
 *
 * @param today UTC day, `YYYY-MM-DD`
 * @param afterId goes on after this domain; empty: from the first
 * @returns the last domain, to go on after; `null`: there are no more
 */
export function refreshDomainReports(database: Database, today: string, afterId: string): Promise<string | null> {
  return database.transaction(async (transaction) => {
    // Every writer of the sums holds a lock on the domain, so whatever it added is committed, or waits for this transaction. OFFSET 0:
    // the sums of each domain are looked up; as a join they were compared with those of all domains that were done before.
    const locked = await transaction.query<{ id: string }>(
      `SELECT id FROM domains d WHERE id > $2 AND status <> 'deleting' AND verified_at IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM domain_reports r WHERE r.domain_id = d.id AND sums_until >= $1::date OFFSET 0)
         AND NOT EXISTS (SELECT 1 FROM report_days_due) AND NOT EXISTS (SELECT 1 FROM stored_reports_due)
       ORDER BY id LIMIT ${REFRESH_DOMAINS} FOR NO KEY UPDATE OF d SKIP LOCKED`,
      [today, afterId],
    );
    await transaction.query(
      `INSERT INTO domain_reports (domain_id, organization_id, ${newestColumns}, sums_until, ${sumColumns})
       SELECT d.id, d.organization_id, ${newestColumns}, $2::date, ${sumColumns}
       FROM domains d CROSS JOIN LATERAL (${sumDays("$2::date")}) AS s CROSS JOIN LATERAL ${newestKnown} AS n
       WHERE d.id = ANY($1)
       ON CONFLICT (domain_id) DO UPDATE SET sums_until = excluded.sums_until,
         ${[...NEWEST, ...SUMS].map(({ column }) => `${column} = excluded.${column}`).join(", ")}`,
      [locked.map(({ id }) => id), today],
    );
    return locked[REFRESH_DOMAINS - 1]?.id ?? null;
  });
}

/** SQL: one row with all sums of the domain `d`, from its days. */
function sumDays(until: string): string {
  return `SELECT ${toSums(until)} ${daysOf(until)}`;
}

/** SQL: from the days of the domain `d` that its sums are of. */
function daysOf(until: string): string {
  return `FROM report_days b WHERE b.organization_id = d.organization_id AND b.domain_id = d.id
    AND b.day BETWEEN ${until} - ${2 * SUMS_DAYS - 1} AND ${until}`;
}

/**
 * SQL: joins to rows `d` of `domains` their sums up to a day, as `s`, and the times of their newest reports. Days and reports are read
 * only of domains whose sums are not kept for that day, and only domains that were verified have any.
 *
 * @param until SQL of the last day of the period
 */
export function joinDomainReports(until: string): string {
  const isKept = `r.sums_until = ${until}`;
  const sums = SUMS.map(
    ({ column }, index) =>
      `CASE WHEN ${isKept} THEN r.${column} ELSE coalesce(b.sums[${index + 1}], 0) END AS ${column}`,
  );
  const newest = NEWEST.map(
    ({ column }) => `CASE WHEN r.domain_id IS NOT NULL THEN r.${column} WHEN d.verified_at IS NOT NULL
      THEN (SELECT ${column} FROM ${newestReports("d.organization_id", "d.id")} AS n) END AS ${column}`,
  );
  // OFFSET 0: read once for all sums.
  return `LEFT JOIN domain_reports r ON r.organization_id = d.organization_id AND r.domain_id = d.id
    CROSS JOIN LATERAL (SELECT CASE WHEN d.verified_at IS NOT NULL AND (${isKept}) IS NOT TRUE
      THEN (SELECT ARRAY[${SUMS.map((sum) => toSum(sum, until)).join(", ")}] ${daysOf(until)}) END AS sums OFFSET 0) AS b
    CROSS JOIN LATERAL (SELECT ${sums.join(", ")}, ${newest.join(", ")}) AS s`;
}
