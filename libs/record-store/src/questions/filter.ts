import type { QueryParams } from "../engine/engine.ts";
import { toStoredDay } from "../rows/stored-day.ts";

/** Which reports and records a question is about, within its organization. */
export interface Filter {
  /** Absent: all domains of the organization. Empty: none. */
  readonly domainIds?: readonly string[];
  /** First UTC day, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** Last UTC day, inclusive. */
  readonly endDate: string;
}

/** Which part of a sorted list is wanted. */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** A condition of SQL with the values it binds. */
export interface Condition {
  readonly sql: string;
  readonly params: QueryParams;
}

/**
 * Leaves out what is still there of the organization's deleted domains. Questions about domains that are named need it too:
 * an export that began before the deletion asks for its next page after it.
 */
const notDeleted = `domain_id NOT IN (
    SELECT domain_id FROM deleted_domains WHERE organization_id = {organizationId:String})`;

/** The condition of a question: always one organization and no deleted domain, then what the filter says. */
export function toCondition(organizationId: string, { domainIds, startDate, endDate }: Filter): Condition {
  const period = "day BETWEEN {startDate:Date} AND {endDate:Date}";
  const domains = domainIds ? " AND domain_id IN {domainIds:Array(String)}" : "";
  return {
    sql: `organization_id = {organizationId:String} AND ${period}${domains} AND ${notDeleted}`,
    params: {
      organizationId,
      startDate: toStoredDay(startDate),
      endDate: toStoredDay(endDate),
      ...(domainIds && { domainIds }),
    },
  };
}

export function toOffset({ page, perPage }: PageRequest): number {
  return (page - 1) * perPage;
}
