import { type Caller, invalidAt } from "@ruaflow/http";
import type { ListSourcesOptions, SourceSort } from "@ruaflow/record-store/questions";
import { type TProperties, Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { CountedQuery, DomainsQuery, type FilterQuery, readFilter, type SumsFilter } from "../../domain-filter.ts";
import { OptionalPagingQuery, type PageQuery, PagingMeta, WHOLE_LIST_MAX } from "../../paging.ts";
import { type CompareParameters, CompareQuery, PeriodQuery } from "../../period.ts";
import { RECORD_FILTERS, RecordQuery } from "../../record-query.ts";
import { refuseVerdictsOfGroups, VerdictsQuery } from "../../senders/verdict-schema.ts";
import type { Grouping } from "../groups/group.ts";
import { GroupQuery, type GroupSorts, refuseWithoutGroups } from "../groups/group-query.ts";
import { SortQuery, toSort } from "../sort.ts";
import { Day, type PeriodFilter, readSpanMeta, SpanMeta } from "../span-meta.ts";
import { readVerdictState, VerdictStateMeta } from "../verdict-state.ts";

const SORT_FIELDS = new Map<string, SourceSort["by"]>([
  ["total_count", "messages"],
  ["failure_count", "messages"],
  ["pass_count", "passed"],
  ["pass_rate", "passRate"],
  ["source_ip", "sourceIp"],
  ["first_seen", "firstSeen"],
  ["last_seen", "lastSeen"],
]);

const ADDRESS_FIELDS = ["source_ip", "first_seen", "last_seen"];

/** Names of counts. */
export type Counts = readonly [string, ...string[]];

/** The parameters of a list of sources; each list has its own names for its counts, the first of which sorts it by default, and sorts of groups, and may have others. */
export const sourceParameters =
  <Other extends TProperties>(counts: Counts, groupSorts: GroupSorts, others: Other) =>
  (idsMax?: number) =>
    Type.Object(
      {
        ...DomainsQuery(idsMax),
        ...PeriodQuery,
        ...CountedQuery,
        ...RecordQuery,
        ...others,
        ...OptionalPagingQuery,
        ...GroupQuery,
        ...CompareQuery,
        ...VerdictsQuery,
        ...SortQuery([...new Set([...counts, ...ADDRESS_FIELDS, ...groupSorts.keys()])], `-${counts[0]}`),
      },
      { additionalProperties: false },
    );

/** The query of a list of sources. */
export interface SourceListQuery extends FilterQuery, CompareParameters, Partial<PageQuery> {
  readonly group_by?: Grouping;
  readonly verdicts?: boolean;
  readonly sort: string;
  readonly format?: "json" | "csv";
}

/** For the description of a list with {@link readListFilter}. */
export const ONE_DOMAIN_NOTE = "For one domain without dates, the period is all days with its reports.";

/** For the description of a list of sources. */
export const SOURCE_LIST_NOTE = `Without page and per_page the response has every row, up to ${WHOLE_LIST_MAX.toLocaleString("en-US")}; meta.total is the number of all. ${ONE_DOMAIN_NOTE} See [periods](/docs/reports#periods) and ${RECORD_FILTERS}.`;

/** Part of `meta` of lists of a period; its values: {@link readPeriodMeta}. */
export const PeriodMeta = {
  period: Type.Object(
    { start: Day, end: Day },
    {
      description:
        "The UTC days that the response covers, inclusive; without dates the last 30, or for one domain those of its reports.",
    },
  ),
  ...SpanMeta,
  ...VerdictStateMeta,
};

/** The `meta` of a list of sources. */
export const SourceListMeta = {
  total: Type.Integer({ description: "All items, also those that the response does not have.", examples: [1] }),
  page: Type.Optional(PagingMeta.page),
  per_page: Type.Optional(PagingMeta.per_page),
  total_pages: Type.Optional(PagingMeta.total_pages),
  ...PeriodMeta,
};

/** The values of {@link PeriodMeta}. */
export async function readPeriodMeta(context: ApiContext, organizationId: string, filter: PeriodFilter) {
  const { startDate: start, endDate: end } = filter;
  const [span, verdicts] = await Promise.all([
    readSpanMeta(context, organizationId, filter),
    readVerdictState(context, organizationId, filter),
  ]);
  return { period: { start, end }, ...span, ...verdicts };
}

/** @throws {ProblemError} 400 for parameters that go with sources, and not with groups */
export function refuseOfGroups(given: object): void {
  refuseVerdictsOfGroups(given);
}

/** The filter of a list of sources. */
export function readSourceFilter(context: ApiContext, caller: Caller, query: SourceListQuery): Promise<SumsFilter> {
  refuseWithoutGroups(query, CompareQuery, "single sources have no changes");
  return readListFilter(context, caller, query);
}

/**
 * The filter of a list of a period. One domain without dates: all days with its reports, which the store reads fast enough; otherwise as
 * for other sums.
 */
export async function readListFilter(context: ApiContext, caller: Caller, query: FilterQuery): Promise<SumsFilter> {
  const filter = await readFilter(context, caller, query);
  const isOpen = isOneDomain(query) && query.start_date === undefined && query.end_date === undefined;
  if (!isOpen) return filter;
  const { firstDay, lastDay } = await context.metadata.reports.readReportSpan(caller.organizationId, filter);
  return firstDay === null || lastDay === null ? filter : { ...filter, startDate: firstDay, endDate: lastDay };
}

function isOneDomain({ domain_id, label, client_reference }: FilterQuery): boolean {
  return domain_id !== undefined && [domain_id].flat().length === 1 && (label ?? client_reference) === undefined;
}

/** The rows that the store is asked for: those of a page, or of the whole list (`null`). */
export function toListOptions(filter: SumsFilter, sort: string, page: PageQuery | null): ListSourcesOptions {
  const rows = page === null ? { page: 1, perPage: WHOLE_LIST_MAX } : { page: page.page, perPage: page.per_page };
  return { ...filter, ...rows, sort: toSourceSort(sort) };
}

/** @throws {ProblemError} 400 for a field that sorts only groups */
function toSourceSort(sort: string): SourceSort {
  const { field, descending } = toSort(sort);
  const by = SORT_FIELDS.get(field);
  if (by === undefined) throw invalidAt("/query/sort", `sorts only groups by ${field}: add group_by`);
  return { by, descending };
}
