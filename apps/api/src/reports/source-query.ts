import type { Filter, ListSourcesOptions, SourceSort } from "@ruaflow/record-store/questions";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { CountedQuery, DomainQuery } from "../domain-filter.ts";
import { type PageQuery, PagingMeta, PagingQuery } from "../paging.ts";
import { PeriodQuery } from "../period.ts";
import { FormatQuery } from "./csv/format.ts";
import { SortQuery, toSort } from "./sort.ts";
import { Day, type PeriodFilter, readSpanMeta, SpanMeta } from "./span-meta.ts";

const SORT_FIELDS = new Map<string, SourceSort["by"]>([
  ["source_ip", "sourceIp"],
  ["first_seen", "firstSeen"],
  ["last_seen", "lastSeen"],
]);

/** The query of a list of sources; each list has its own name for the count. */
export const SourceListQuery = (count: string) =>
  Type.Object(
    {
      ...DomainQuery,
      ...PeriodQuery,
      ...CountedQuery,
      ...PagingQuery,
      ...SortQuery([count, ...SORT_FIELDS.keys()], `-${count}`),
      ...FormatQuery,
    },
    { additionalProperties: false },
  );

/** The `meta` of a list of sources. */
export const SourceListMeta = {
  ...PagingMeta,
  period: Type.Object(
    { start: Day, end: Day },
    { description: "The UTC days that the response covers, inclusive; by default the last 30." },
  ),
  ...SpanMeta,
};

/** The values of {@link SourceListMeta} besides paging. */
export async function readPeriodMeta(context: ApiContext, organizationId: string, filter: PeriodFilter) {
  const { startDate: start, endDate: end } = filter;
  return { period: { start, end }, ...(await readSpanMeta(context, organizationId, filter)) };
}

/** A request for a page of sources. */
export interface SourcesQuery extends Filter, PageQuery {
  readonly sort: string;
}

export function toListOptions({ per_page, sort, ...query }: SourcesQuery): ListSourcesOptions {
  const { field, descending } = toSort(sort);
  return { ...query, perPage: per_page, sort: { by: SORT_FIELDS.get(field) ?? "messages", descending } };
}
