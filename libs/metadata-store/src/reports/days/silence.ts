import type { CountedReports } from "./report-days.ts";

/** A report about a day comes on the next one: reports are daily (RFC 9990, section 3.1), so today and yesterday's may be on their way. */
const REPORTED_AFTER_DAYS = 1;

/** SQL: whether a row of `report_days` is of reports that count. */
export const countedDays: Readonly<Record<CountedReports, string>> = {
  authentic: "authentic",
  all: "true",
  none: "NOT authentic",
};

/**
 * SQL: the newest UTC day that reports of the domain `d` are about; null without any.
 *
 * @param counted SQL: whether a row of days counts
 */
export function newestDay(counted: string): string {
  return `(SELECT max(c.day) FROM report_days c
    WHERE c.organization_id = d.organization_id AND c.domain_id = d.id AND c.reports > 0 AND ${counted})`;
}

/**
 * SQL: the silence of the domain `d`: UTC days without a report since the newest day that counted reports are about or, if later, the
 * day of its verification. Today does not count, for its reports come tomorrow. Null: the domain was never verified.
 *
 * When a report was received does not matter: an import of old files neither ends a silence nor begins one. Nor do days that are still
 * to come, for a reporter's clock may be wrong.
 *
 * @param until SQL of today, a UTC day
 */
export function silentDays(counted: string, until: string): string {
  const newest = newestDay(`${counted} AND c.day <= ${until}`);
  return `greatest(0, ${until} - ${REPORTED_AFTER_DAYS} - greatest(${newest}, ${verifiedDay}))`;
}

/** SQL: the UTC day of the verification of the domain `d`. */
export const verifiedDay = "(d.verified_at AT TIME ZONE 'UTC')::date";
