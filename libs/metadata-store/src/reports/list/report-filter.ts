import { toStorableText } from "@ruaflow/postgres";
import type { Trust } from "@ruaflow/report";
import type { DaysFilter } from "../days/report-days.ts";
import { deletingDomains } from "../living-domains.ts";
import type { ReportsOfDays } from "./listed-reports.ts";

/** Selects reports of one organization. */
export interface ReportFilter extends DaysFilter {
  /** Only reports of this reporter, by its exact name. */
  readonly reporter?: string;
  /** Only reports with this trust. */
  readonly trust?: Trust;
  /** Only reports that this organizational domain vouches for. */
  readonly reporterDomain?: string;
  /** Only these reports. */
  readonly among?: ReportsOfDays;
}

/** A report in a list. */
export interface ReportSummary {
  readonly reportId: string;
  readonly domainId: string;
  /** UTC date, `YYYY-MM-DD`. */
  readonly day: string;
  readonly reporter: string;
  readonly begin: Date;
  readonly end: Date;
  readonly messages: number;
  readonly passed: number;
  readonly receivedAt: Date;
  readonly trust: Trust;
  /** Why the sender is not proven; `null` unless `trust` is `none`. */
  readonly trustReason: string | null;
  /** The organizational domain that is proven for its mail, and vouches for it; `null`: none is, or an earlier release stored it. */
  readonly reporterDomain: string | null;
  /** UTC day, `YYYY-MM-DD`, since when the organization gets reports that count from this domain; `null`: there was none. */
  readonly reporterSince: string | null;
}

/** Columns of a {@link ReportSummary}. */
export const summaryColumns = `report_id AS "reportId", domain_id AS "domainId", day::text, reporter,
  period_begin AS begin, period_end AS end, messages, passed, received_at AS "receivedAt", trust,
  trust_reason AS "trustReason", reporter_domain AS "reporterDomain",
  (SELECT first_day::text FROM reporters r WHERE r.organization_id = stored_reports.organization_id
    AND r.reporter_domain = stored_reports.reporter_domain) AS "reporterSince"`;

/** The indexed expression for the reporter. */
export const reporterColumn = "left(reporter, 255)";

/** An SQL condition with the values of `$1`, `$2` and so on. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * The condition that selects the filter's rows of `stored_reports`, without the reports of domains that are being deleted.
 *
 * @param deleting ids of these domains; absent: they are looked up
 */
export function toCondition(organizationId: string, filter: ReportFilter, deleting?: readonly string[]): Condition {
  const { domainIds, startDate, endDate, reporter, trust, reporterDomain, among } = filter;
  const values: unknown[] = [organizationId, startDate, endDate];
  let sql = "organization_id = $1 AND day BETWEEN $2::date AND $3::date";
  if (deleting === undefined) sql += ` AND domain_id NOT IN (${deletingDomains})`;
  else if (deleting.length > 0) sql += ` AND domain_id <> ALL($${values.push(deleting)})`;
  if (domainIds !== undefined) sql += ` AND domain_id = ANY($${values.push(domainIds)})`;
  if (reporter !== undefined) {
    const parameter = `$${values.push(toStorableText(reporter, Number.POSITIVE_INFINITY))}`;
    sql += ` AND ${reporterColumn} = left(${parameter}, 255) AND reporter = ${parameter}`;
  }
  // Spelled out, because only then the index of these few reports can be used.
  if (trust === "none") sql += " AND trust = 'none'";
  else if (trust !== undefined) sql += ` AND trust = $${values.push(trust)}`;
  if (reporterDomain !== undefined) sql += ` AND reporter_domain = $${values.push(reporterDomain)}`;
  if (among !== undefined) {
    sql += ` AND day = ANY($${values.push(among.days)}::date[]) AND report_id = ANY($${values.push(among.reportIds)})`;
  }
  return { sql, values };
}
