import type { Queryable } from "@ruaflow/postgres";
import { joinDomainReports } from "../reports/days/domain-reports.ts";
import { countedDays, newestDay } from "../reports/days/silence.ts";
import { isAlive } from "../reports/living-domains.ts";
import { type DomainDnsState, type DomainSumsOptions, isNeeded, lastReportAt, sumsOf } from "./domain-filter.ts";
import { type Domain, type DomainRow, domainColumns, toDomain } from "./domain-rows.ts";

export type ReportMailbox = "service" | "own";

/** Messages of 30 days of a domain. */
export interface PeriodSums {
  readonly messages: number;
  readonly passed: number;
}

/** A domain with what is known of it. */
export interface ListedDomain extends Domain {
  /** Of the 30 days up to today. */
  readonly sums: PeriodSums;
  /** Of the 30 days before. */
  readonly sumsBefore: PeriodSums;
  /** Last UTC day with a report that counts, `YYYY-MM-DD`; `null`: none has one. */
  readonly latestDay: string | null;
  /** When the newest report that counts was received; `null`: none was. */
  readonly lastReportAt: Date | null;
  /** Of the DMARC record, at the last check. */
  readonly dnsState: DomainDnsState;
  /** Whose mailbox gets its reports: the service's, or one of the organization's own; `null`: neither, or not known. */
  readonly mailbox: ReportMailbox | null;
  /** `null`: never. */
  readonly dnsCheckedAt: Date | null;
  readonly openAlerts: number;
}

interface ListedRow extends DomainRow {
  messages: number;
  passed: number;
  messages_before: number;
  passed_before: number;
  latest_day: string | null;
  last_report_at: Date | null;
  dns_state: DomainDnsState | null;
  mailbox: ReportMailbox | null;
  dns_checked_at: Date | null;
  open_alerts: number;
}

/** Reads domains with what is known of them, in the order of the ids; those that the organization does not have are left out. */
export async function readListedDomains(
  database: Queryable,
  organizationId: string,
  { domainIds, today, counted }: DomainSumsOptions & { readonly domainIds: readonly string[] },
): Promise<ListedDomain[]> {
  if (domainIds.length === 0) return [];
  const sums = sumsOf(counted);
  const before = sumsOf(counted, true);
  const rows = await database.query<ListedRow>(
    `SELECT ${ownColumns}, ${sums.messages} AS messages, ${sums.passed} AS passed, ${before.messages} AS messages_before,
       ${before.passed} AS passed_before, ${lastReportAt(counted)} AS last_report_at,
       ${newestDay(countedDays[counted])}::text AS latest_day,
       n.state AS dns_state, n.mailbox, n.checked_at AS dns_checked_at,
       (SELECT count(*)::int FROM alerts WHERE domain_id = d.id AND state = 'triggered') AS open_alerts
     FROM domains d ${joinDomainReports("$3::date")}
     LEFT JOIN judged_dns n ON n.domain_id = d.id AND n.${isNeeded}
     WHERE ${ownIds} AND d.${isAlive} ORDER BY array_position($2::text[], d.id)`,
    [organizationId, domainIds, today],
  );
  return rows.map(toListedDomain);
}

const ownIds = "d.organization_id = $1 AND d.id = ANY($2)";
const ownColumns = domainColumns
  .split(",")
  .map((name) => `d.${name.trim()}`)
  .join(", ");

function toListedDomain(row: ListedRow): ListedDomain {
  return {
    ...toDomain(row),
    sums: { messages: row.messages, passed: row.passed },
    sumsBefore: { messages: row.messages_before, passed: row.passed_before },
    latestDay: row.latest_day,
    lastReportAt: row.last_report_at,
    dnsState: row.dns_state ?? "unchecked",
    mailbox: row.mailbox,
    dnsCheckedAt: row.dns_checked_at,
    openAlerts: row.open_alerts,
  };
}
