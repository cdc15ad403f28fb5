import { type Database, type Queryable, toStorableText } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";
import type { Trust } from "@ruaflow/report";
import { addToDays, type DomainDay } from "../days/report-days.ts";
import { lockAliveDomains } from "../living-domains.ts";

/** Facts of a report that lists show in addition to its owner, day and sums. Times are in whole seconds. */
export interface ListedFacts {
  /** `rpt_` id. */
  readonly reportId: string;
  readonly reporter: string;
  readonly begin: Date;
  readonly end: Date;
  readonly receivedAt: Date;
  readonly trust: Trust;
  /** Why the sender is not proven; `null` unless `trust` is `none`. */
  readonly trustReason: string | null;
  /** The organizational domain that is proven for its mail, and vouches for it; absent or `null`: none is. */
  readonly reporterDomain?: string | null;
}

/** A report that becomes visible. */
export type NewStoredReport = Omit<DomainDay, "reports" | "authentic"> & ListedFacts;

/**
 * Makes reports visible in lists: each gets the next number of its organization. The counter's row stays locked until the
 * transaction ends, so that reports become visible in the order of their numbers. Call it last.
 */
export async function addStoredReports(transaction: Queryable, reports: readonly NewStoredReport[]): Promise<void> {
  if (reports.length === 0) return;
  const added = toTable(reports, REPORT_COLUMNS, { alias: "a", place: "place" });
  await transaction.query(
    // Every transaction locks the organizations in the order of their ids, which prevents deadlocks.
    `WITH added AS (
       SELECT * FROM ${added.sql}
     ), numbered AS (
       INSERT INTO report_sequences AS s (organization_id, last_sequence)
       SELECT organization_id, count(*) FROM added GROUP BY organization_id ORDER BY organization_id
       ON CONFLICT (organization_id) DO UPDATE SET last_sequence = s.last_sequence + excluded.last_sequence
       RETURNING organization_id, last_sequence
     )
     INSERT INTO stored_reports (${reportColumns}, sequence)
     SELECT ${reportColumns}, last_sequence + 1 - row_number() OVER (PARTITION BY organization_id ORDER BY place DESC)
     FROM added JOIN numbered USING (organization_id)`,
    added.values,
  );
}

const REPORT_COLUMNS: readonly Column<NewStoredReport>[] = [
  ["organization_id", "text", ({ organizationId }) => organizationId],
  ["report_id", "text", ({ reportId }) => reportId],
  ["domain_id", "text", ({ domainId }) => domainId],
  ["day", "date", ({ day }) => day],
  ["reporter", "text", ({ reporter }) => toStorableText(reporter, Number.POSITIVE_INFINITY)],
  ["period_begin", "timestamptz", ({ begin }) => begin],
  ["period_end", "timestamptz", ({ end }) => end],
  ["received_at", "timestamptz", ({ receivedAt }) => receivedAt],
  ["messages", "float8", ({ messages }) => messages],
  ["passed", "float8", ({ passed }) => passed],
  ["spf_passed", "float8", ({ spfPassed }) => spfPassed],
  ["dkim_passed", "float8", ({ dkimPassed }) => dkimPassed],
  ["trust", "text", ({ trust }) => trust],
  ["trust_reason", "text", ({ trustReason }) => trustReason],
  ["reporter_domain", "text", ({ reporterDomain = null }) => reporterDomain],
];

const reportColumns = REPORT_COLUMNS.map(([name]) => name).join(", ");

/** Selects the reports of one organization to remove. */
export interface OldReportsFilter {
  readonly domainIds: readonly string[];
  /** UTC day, `YYYY-MM-DD`; this day and later ones stay. */
  readonly beforeDay: string;
}

/** Reports removed per transaction: each statement stays far below the statement timeout. */
const STEP_ROWS = 1000;

/** Removes reports of earlier days from lists and subtracts them from the sums of their days in the same transactions. */
export async function removeOldReports(
  database: Database,
  organizationId: string,
  { domainIds, beforeDay }: OldReportsFilter,
): Promise<void> {
  const where = "organization_id = $1 AND domain_id = ANY($2) AND day < $3::date";
  for (let rows = STEP_ROWS; rows === STEP_ROWS; ) {
    rows = await database.transaction(async (transaction) => {
      // A deletion that has begun has already subtracted its domain's reports from the sums.
      const values = [organizationId, await lockAliveDomains(transaction, domainIds), beforeDay];
      const removed = await deleteReportsStep(transaction, where, values);
      await addToDays(transaction, removed.map(toNegative));
      await transaction.query(deleteEmptyDays, values);
      return removed.length;
    });
  }
}

const deleteEmptyDays = `DELETE FROM report_days
  WHERE organization_id = $1 AND domain_id = ANY(array_append($2::text[], '')) AND day < $3::date AND reports = 0`;

/**
 * Deletes up to 1,000 of the reports that match `where`, without changing the sums.
 *
 * @param where SQL condition with `values`, of which the first is an organization or an array of organizations
 * @returns the deleted reports, each as the sums of a day
 */
export function deleteReportsStep(
  transaction: Queryable,
  where: string,
  values: readonly unknown[],
): Promise<DomainDay[]> {
  return transaction.query<DomainDay>(
    `DELETE FROM stored_reports WHERE (organization_id, sequence) IN (
       SELECT organization_id, sequence FROM stored_reports WHERE ${where} LIMIT ${STEP_ROWS}
     ) RETURNING organization_id AS "organizationId", domain_id AS "domainId", day::text, 1 AS reports, messages, passed,
       spf_passed AS "spfPassed", dkim_passed AS "dkimPassed", trust <> 'none' AS authentic, received_at AS "receivedAt"`,
    values,
  );
}

/** Subtracts a day when it is added. */
export function toNegative(day: DomainDay): DomainDay {
  const { reports, messages, passed, spfPassed, dkimPassed } = day;
  return {
    ...day,
    reports: -reports,
    messages: -messages,
    passed: -passed,
    spfPassed: -spfPassed,
    dkimPassed: -dkimPassed,
  };
}
