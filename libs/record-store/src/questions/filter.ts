import type { QueryParams } from "../engine/engine.ts";
import { toStoredDay } from "../rows/stored-values.ts";

/** The reports and records that a query covers, within its organization. */
export interface Filter {
  /** Absent: all domains of the organization. Empty: no domain. */
  readonly domainIds?: readonly string[];
  /** First UTC day, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** Last UTC day, inclusive. */
  readonly endDate: string;
  /** Which reports count: those whose sender is proven or known (the default), all, or only the others. */
  readonly counted?: CountedReports;
}

export type CountedReports = "authentic" | "all" | "none";

/** The requested page of a sorted list. */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** An SQL condition with its bound values. */
export interface Condition {
  readonly sql: string;
  readonly params: QueryParams;
}

/**
 * Excludes remaining rows of the organization's deleted domains. Queries about named domains need it too: an export
 * that began before the deletion may read its next page after it.
 */
export const notDeleted = `domain_id NOT IN (
    SELECT domain_id FROM deleted_domains WHERE organization_id = {organizationId:String})`;

/** The projections have the column, so these conditions cost nothing. */
const countedTrust: Record<CountedReports, string> = {
  authentic: " AND trust != 'none'",
  all: "",
  none: " AND trust = 'none'",
};

/** The condition of a query: always one organization and no deleted domain, then the filter. */
export function toCondition(organizationId: string, filter: Filter): Condition {
  const { domainIds, startDate, endDate, counted = "authentic" } = filter;
  const period = "day BETWEEN {startDate:Date} AND {endDate:Date}";
  const domains = domainIds ? " AND domain_id IN {domainIds:Array(String)}" : "";
  return {
    sql: `organization_id = {organizationId:String} AND ${period}${domains} AND ${notDeleted}${countedTrust[counted]}`,
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
