import { type RowOwner, toOwnerParams } from "../engine/engine.ts";
import { ofDomains } from "../rows/report-conditions.ts";
import { toStoredDay } from "../rows/stored-values.ts";
import { type Condition, joinConditions } from "./condition.ts";
import { needsVerdicts, type RecordFilter, toRecordCondition } from "./record-filters.ts";

export { type Condition, joinConditions } from "./condition.ts";

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
  /** Absent: all records of these reports. */
  readonly records?: RecordFilter;
}

export type CountedReports = "authentic" | "all" | "none";

/** The requested page of a sorted list. */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
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
  return joinConditions(toScope(organizationId, filter), toSelection(filter));
}

/** The part of a filter besides its domains, which limit the verdicts that are read for it. */
export function toSelection({ domainIds, startDate, endDate, records = {} }: Filter): Condition {
  const days = { startDate: toStoredDay(startDate), endDate: toStoredDay(endDate) };
  const period = { sql: "day BETWEEN {startDate:Date} AND {endDate:Date}", params: days };
  const domains = toDomainCondition(needsVerdicts(records) ? domainIds : undefined);
  const { sql, params } = toRecordCondition(records, domains.sql);
  return joinConditions(period, { sql, params: { ...params, ...domains.params } });
}

/** Whose rows a query returns: those of a single domain, which it may return for several domains at once, or those of a filter. */
export interface OwnedScope {
  /** The owner's columns, to be selected, and to be grouped by as {@link ownerNames}. */
  readonly columns: string;
  /** Of the whole time. */
  readonly condition: Condition;
  /** Absent: all rows belong together. */
  readonly owners?: readonly RowOwner[];
}

export const ownerNames = "organizationId, domainId";

const noDeletedDomain = `(organization_id, domain_id) NOT IN (
    SELECT organization_id, domain_id FROM deleted_domains WHERE organization_id IN {organizationIds:Array(String)})`;

/** The scope of a query whose rows have {@link ownerNames}. Verdicts are those of one organization. */
export function toOwnedScope(
  organizationId: string,
  filter: Pick<Filter, "domainIds" | "counted" | "records">,
): OwnedScope {
  const [domainId, ...others] = filter.domainIds ?? [];
  if (domainId === undefined || others.length > 0 || needsVerdicts(filter.records))
    return { columns: "'' AS organizationId, '' AS domainId", condition: toScope(organizationId, filter) };
  const owners = [{ organizationId, domainId }];
  const sql = `${ofDomains} AND ${noDeletedDomain}${countedTrust[filter.counted ?? "authentic"]}`;
  const columns = "organization_id AS organizationId, domain_id AS domainId";
  return { columns, condition: { sql, params: toOwnerParams(owners) }, owners };
}

/** The condition of a query about all days: the organization, the filter's domains and which reports count. */
function toScope(
  organizationId: string,
  { domainIds, counted = "authentic" }: Pick<Filter, "domainIds" | "counted">,
): Condition {
  const domains = toDomainCondition(domainIds);
  return {
    sql: `organization_id = {organizationId:String}${domains.sql} AND ${notDeleted}${countedTrust[counted]}`,
    params: { organizationId, ...domains.params },
  };
}

/**
 * Ids in one bound value. A server receives values in the URL and refuses one of more than 128 KiB, and a URL of more than
 * 1 MiB: 10,000 ids of 30 characters are four values and 400 KB.
 */
const IDS_PER_VALUE = 2_500;

/** What limits a query to some domains, to be appended to another condition; empty for all. */
export function toDomainCondition(domainIds: readonly string[] | undefined): Condition {
  if (domainIds === undefined) return { sql: "", params: {} };
  if (domainIds.length <= IDS_PER_VALUE)
    return { sql: " AND domain_id IN {domainIds:Array(String)}", params: { domainIds } };
  const values = Array.from({ length: Math.ceil(domainIds.length / IDS_PER_VALUE) }, (_, index) => {
    const start = index * IDS_PER_VALUE;
    return [`domainIds${index}`, domainIds.slice(start, start + IDS_PER_VALUE)] as const;
  });
  const arrays = values.map(([name]) => `{${name}:Array(String)}`).join(", ");
  return { sql: ` AND domain_id IN arrayConcat(${arrays})`, params: Object.fromEntries(values) };
}

export function toOffset({ page, perPage }: PageRequest): number {
  return (page - 1) * perPage;
}
