import type { Database, Queryable } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";
import { isAlive } from "../living-domains.ts";
import { addToDomainReports } from "./domain-reports.ts";

/** Sums over messages. */
export interface MessageSums {
  readonly messages: number;
  /** Messages that passed DMARC. */
  readonly passed: number;
  /** Messages with an aligned SPF pass (policy-evaluated). */
  readonly spfPassed: number;
  /** Messages with an aligned DKIM pass (policy-evaluated). */
  readonly dkimPassed: number;
}

/** Reports of one UTC day and the sums over their messages. */
export interface DaySums extends MessageSums {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly reports: number;
}

/** The sums of one day of one domain, either over its authentic reports or over the others. */
export interface DomainDay extends DaySums {
  /** False: the senders of the reports are not proven. */
  readonly authentic: boolean;
  readonly organizationId: string;
  readonly domainId: string;
  /** When the newest of the reports was received, where they are added or removed. */
  readonly receivedAt?: Date;
}

/** Selects days of one organization. */
export interface DaysFilter {
  /** Absent: all domains of the organization, including deleted ones. Empty: no domains. */
  readonly domainIds?: readonly string[];
  /** First UTC day, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** Last UTC day, inclusive. */
  readonly endDate: string;
}

/** Which reports count: those whose sender is proven or known, all, or only the others. */
export type CountedReports = "authentic" | "all" | "none";

/** Selects what is summed. */
export interface SumsFilter extends DaysFilter {
  /** Default: `authentic`. */
  readonly counted?: CountedReports;
}

/** The sums of a whole organization are stored under this domain id. */
const wholeOrganization = "";

/** Days removed per statement: each stays far below the statement timeout. */
const STEP_ROWS = 1000;

const inPeriod = `organization_id = $1 AND domain_id = ANY($2) AND day BETWEEN $3::date AND $4::date
  AND authentic = ANY($5)`;

export const countedRows: Record<CountedReports, readonly boolean[]> = {
  authentic: [true],
  all: [true, false],
  none: [false],
};

const sumColumns = `sum(reports)::float8 AS reports, sum(messages) AS messages, sum(passed) AS passed,
  sum(spf_passed) AS "spfPassed", sum(dkim_passed) AS "dkimPassed"`;

/** Reads each day of the filter that has reports, in order. */
export function readReportDays(database: Queryable, organizationId: string, filter: SumsFilter): Promise<DaySums[]> {
  const { domainIds = [wholeOrganization], startDate, endDate, counted = "authentic" } = filter;
  return database.query<DaySums>(
    `SELECT day::text, ${sumColumns} FROM report_days WHERE ${inPeriod} GROUP BY day ORDER BY day`,
    [organizationId, domainIds, startDate, endDate, countedRows[counted]],
  );
}

/** The days that have reports, inside and outside the period. */
export interface ReportSpan {
  /** Number of reports of days outside the period. */
  readonly reportsOutside: number;
  /** `YYYY-MM-DD`; `null` without reports. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

/** Reads which reports the filter's domains have outside its period. */
export async function readReportSpan(
  database: Queryable,
  organizationId: string,
  { domainIds = [wholeOrganization], startDate, endDate, counted = "authentic" }: SumsFilter,
): Promise<ReportSpan> {
  const [span] = await database.query<ReportSpan>(
    `SELECT coalesce(sum(reports) FILTER (WHERE day NOT BETWEEN $3::date AND $4::date), 0)::float8 AS "reportsOutside",
       min(day)::text AS "firstDay", max(day)::text AS "lastDay"
     FROM report_days WHERE organization_id = $1 AND domain_id = ANY($2) AND authentic = ANY($5)`,
    [organizationId, domainIds, startDate, endDate, countedRows[counted]],
  );
  return span ?? { reportsOutside: 0, firstDay: null, lastDay: null };
}

// All writers lock the days in the order of their key, which prevents deadlocks.
const addUp = `SELECT organization_id, coalesce(domain_id, '${wholeOrganization}') AS domain_id, day, sum(reports), sum(messages),
    sum(passed), sum(spf_passed), sum(dkim_passed), authentic
  FROM added GROUP BY GROUPING SETS ((organization_id, domain_id, day, authentic), (organization_id, day, authentic))
  ORDER BY 1, 2, 3, authentic
  ON CONFLICT (organization_id, domain_id, day, authentic) DO UPDATE SET reports = d.reports + excluded.reports,
    messages = d.messages + excluded.messages, passed = d.passed + excluded.passed,
    spf_passed = d.spf_passed + excluded.spf_passed, dkim_passed = d.dkim_passed + excluded.dkim_passed`;

/**
 * Adds to the days of domains, to the sums of the domains and to the days of their organizations. Negative numbers subtract. The
 * caller holds a lock on the domains' rows.
 */
export async function addToDays(transaction: Queryable, days: readonly DomainDay[]): Promise<void> {
  if (days.length === 0) return;
  const added = toTable(days, DAY_COLUMNS, { alias: "a" });
  await transaction.query(
    `WITH added AS (SELECT * FROM ${added.sql}) INSERT INTO report_days AS d ${addUp}`,
    added.values,
  );
  await addToDomainReports(transaction, days);
}

const DAY_COLUMNS: readonly Column<DomainDay>[] = [
  ["organization_id", "text", ({ organizationId }) => organizationId],
  ["domain_id", "text", ({ domainId }) => domainId],
  ["day", "date", ({ day }) => day],
  ["reports", "bigint", ({ reports }) => reports],
  ["messages", "float8", ({ messages }) => messages],
  ["passed", "float8", ({ passed }) => passed],
  ["spf_passed", "float8", ({ spfPassed }) => spfPassed],
  ["dkim_passed", "float8", ({ dkimPassed }) => dkimPassed],
  ["authentic", "bool", ({ authentic }) => authentic],
];

/** Removes those of the days, and of their organizations' days, that have no report left. */
export async function removeEmptyDays(transaction: Queryable, days: readonly DomainDay[]): Promise<void> {
  if (days.length === 0) return;
  await transaction.query(
    `DELETE FROM report_days WHERE organization_id = ANY($1) AND domain_id = ANY($2) AND day = ANY($3::date[])
       AND authentic = ANY($4) AND reports = 0`,
    [
      days.map(({ organizationId }) => organizationId),
      [...days.map(({ domainId }) => domainId), wholeOrganization],
      days.map(({ day }) => day),
      days.map(({ authentic }) => authentic),
    ],
  );
}

/**
 * Removes all days of the domains and subtracts them from their organization's. Days that a writer adds in the meantime
 * stay: repeat the call to remove them too.
 */
export async function removeDays(
  database: Database,
  organizationId: string,
  domainIds: readonly string[],
): Promise<void> {
  for (let rows = STEP_ROWS; rows === STEP_ROWS; ) {
    rows = await database.transaction((transaction) => removeStep(transaction, organizationId, domainIds));
  }
}

/** Like {@link removeDays}, within one transaction. */
export async function removeDaysWithin(
  transaction: Queryable,
  organizationId: string,
  domainIds: readonly string[],
): Promise<void> {
  for (let rows = STEP_ROWS; rows === STEP_ROWS; ) rows = await removeStep(transaction, organizationId, domainIds);
}

async function removeStep(
  transaction: Queryable,
  organizationId: string,
  domainIds: readonly string[],
): Promise<number> {
  const ofDomains = "organization_id = $1 AND domain_id = ANY($2)";
  const values = [organizationId, domainIds];
  await transaction.query(
    `WITH added AS (
       SELECT organization_id, domain_id, day, -reports AS reports, -messages AS messages, -passed AS passed,
         -spf_passed AS spf_passed, -dkim_passed AS dkim_passed, authentic
       FROM report_days WHERE ${ofDomains} ORDER BY domain_id, day, authentic LIMIT ${STEP_ROWS}
     ) INSERT INTO report_days AS d ${addUp}`,
    values,
  );
  const gone = await transaction.query(
    `DELETE FROM report_days WHERE ${ofDomains} AND reports = 0 RETURNING 1`,
    values,
  );
  await transaction.query("DELETE FROM report_days WHERE organization_id = $1 AND domain_id = $2 AND reports = 0", [
    organizationId,
    wholeOrganization,
  ]);
  return gone.length;
}

/** Identifies a domain. */
interface DomainKey {
  readonly organizationId: string;
  readonly domainId: string;
}

/** Reads the sums of the domains' reports from ClickHouse, without the reports with the given ids. */
export type DaysSource = (
  domains: readonly DomainKey[],
  exceptReportIds: readonly string[],
) => Promise<readonly DomainDay[]>;

/** Number of domains filled at once: some ten megabytes for ten years of each. */
const FILL_DOMAINS = 50;

/**
 * Fills the sums with reports that were stored before the sums existed. Does nothing once that is done. Writers wait until
 * it has finished. A pending report is counted by its writer.
 */
export function fillReportDays(database: Database, readDays: DaysSource): Promise<void> {
  return database.transaction(async (transaction) => {
    const due = await transaction.query("DELETE FROM report_days_due RETURNING 1");
    if (due.length === 0) return;
    await transaction.query("LOCK TABLE report_days IN EXCLUSIVE MODE");
    const domains = await transaction.query<DomainKey>(
      `SELECT organization_id AS "organizationId", id AS "domainId" FROM domains WHERE ${isAlive}
       ORDER BY organization_id, id`,
    );
    const pending = await transaction.query<{ domainId: string; reportId: string }>(
      `SELECT domain_id AS "domainId", report_id AS "reportId" FROM report_ledger WHERE state = 'pending'`,
    );
    const pendingByDomain = Map.groupBy(pending, ({ domainId }) => domainId);
    for (let start = 0; start < domains.length; start += FILL_DOMAINS) {
      const some = domains.slice(start, start + FILL_DOMAINS);
      const skipped = some.flatMap(({ domainId }) => pendingByDomain.get(domainId) ?? []);
      const skippedIds = skipped.map(({ reportId }) => reportId);
      await addToDays(transaction, await readDays(some, skippedIds));
    }
  });
}
