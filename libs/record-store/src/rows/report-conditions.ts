import type { QueryParams, RowOwner } from "../engine/engine.ts";
import type { ReportLocation } from "./report-row.ts";
import { toStoredDay } from "./stored-values.ts";

/**
 * A domain of any organization. Queries about many domains at once serve work on all of them: 10,000 domains cost a few
 * queries, not thousands.
 */
export type DomainKey = Pick<RowOwner, "organizationId" | "domainId">;

/** A condition that matches at least the rows of the domains bound to a query. */
export const ofDomains =
  "organization_id IN {organizationIds:Array(String)} AND domain_id IN {domainIds:Array(String)}";

/** The condition that selects the rows of one report, by the full sorting key of either table. */
export const oneReport = `organization_id = {organizationId:String} AND domain_id = {domainId:String}
  AND day = {day:Date} AND report_id = {reportId:String}`;

/** One report: the values of {@link oneReport}, and the owner of its rows. */
export function toReportOwner(
  organizationId: string,
  { domainId, day, reportId }: ReportLocation,
): QueryParams & Required<Omit<RowOwner, "name">> {
  return { organizationId, domainId, day: toStoredDay(day), reportId };
}

/** The condition that selects the rows of several reports of one organization, by the sorting key of either table. */
export const inReports = `organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
  AND day IN {days:Array(Date)} AND report_id IN {reportIds:Array(String)}`;

export function toReportsParams(organizationId: string, reports: readonly ReportLocation[]): QueryParams {
  return {
    organizationId,
    domainIds: [...new Set(reports.map(({ domainId }) => domainId))],
    days: [...new Set(reports.map(({ day }) => toStoredDay(day)))],
    reportIds: reports.map(({ reportId }) => reportId),
  };
}

/**
 * The condition that selects at least the rows of several reports of any organizations. Each row says whose it is
 * ({@link reportOwnerColumns}): a report under the organization, the domain or the day of another one is none of them.
 */
export const inOwnedReports = `${ofDomains}
  AND day IN {days:Array(Date)} AND report_id IN {reportIds:Array(String)}`;

/** The columns of a report's owner, of which a query may select `day` anyway. */
export const reportOwnerColumns = "organization_id AS organizationId, domain_id AS domainId, report_id AS reportId";

/** These with their day, as names to group and to limit by. */
export const reportOwnerNames = "organizationId, domainId, day, reportId";

/**
 * The condition that selects exactly these reports. `inReports` also selects a report under the domain and the day of
 * another one, which is harmless for reading.
 */
export const exactlyReports = `${inReports}
  AND concat(domain_id, ' ', toString(day), ' ', report_id) IN {places:Array(String)}`;

export function toExactParams(organizationId: string, reports: readonly ReportLocation[]): QueryParams {
  const places = reports.map(({ domainId, day, reportId }) => `${domainId} ${toStoredDay(day)} ${reportId}`);
  return { ...toReportsParams(organizationId, reports), places };
}
