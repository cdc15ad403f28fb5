import type { QueryParams } from "../engine/engine.ts";
import type { ReportLocation } from "./report-row.ts";
import { toStoredDay } from "./stored-day.ts";

/** The condition that selects the rows of one report, by the full sorting key of either table. */
export const oneReport = `organization_id = {organizationId:String} AND domain_id = {domainId:String}
  AND day = {day:Date} AND report_id = {reportId:String}`;

export function toOneReportParams(organizationId: string, { domainId, day, reportId }: ReportLocation): QueryParams {
  return { organizationId, domainId, day: toStoredDay(day), reportId };
}
