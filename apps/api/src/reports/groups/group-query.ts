import { invalidAt } from "@ruaflow/http";
import type { GroupSort } from "@ruaflow/metadata-store/groups";
import { Type } from "typebox";
import { OptionalPagingQuery } from "../../paging.ts";
import { toSort } from "../sort.ts";
import { allGroupings, GROUPS_MAX, type Grouping, groupings, SENDER_GROUP_SOURCES_MAX } from "./group.ts";

const groupBy = <Value extends Grouping>(values: readonly Value[], note = "") => ({
  group_by: Type.Optional(
    Type.Unsafe<Value>({
      type: "string",
      enum: [...values],
      description: `Answers with the sums of each group instead of the list or the totals: a page of the largest ${GROUPS_MAX.toLocaleString("en-US")} groups that have reports in the period, which without dates is the last 30 UTC days. A domain without mail is in no group; one with several labels is in the group of each. Owners and countries are those known when ClickHouse last copied them, mostly minutes ago.${note}`,
      examples: ["client_reference"],
    }),
  ),
});

export const GroupQuery = groupBy(groupings);

const toCount = (count: number) => count.toLocaleString("en-US");

/** The same for sources, which have a service and a class. */
export const SourceGroupQuery = groupBy(
  allGroupings,
  ` By service: the service of each source. By class: that of the messages, of which a source may have several. These two are told from all mail of each source, for up to ${toCount(SENDER_GROUP_SOURCES_MAX.service)} sources (service) and ${toCount(SENDER_GROUP_SOURCES_MAX.class)} (class) in the period and the one before; with more the answer is 400.`,
);

/** What sorts groups, each by the names that its route has for it. */
export type GroupSorts = ReadonlyMap<string, GroupSort["by"]>;

/** Sorts of groups of messages. */
export const groupSorts: GroupSorts = new Map<string, GroupSort["by"]>([
  ["emails", "emails"],
  ["failed", "failed"],
  ["pass_rate", "pass_rate"],
  ["emails_change", "emails_change"],
  ["failed_change", "failed_change"],
  ["pass_rate_change", "pass_rate_change"],
  ["key", "key"],
]);

/** Sorts of groups of failed messages. */
export const failureGroupSorts: GroupSorts = new Map<string, GroupSort["by"]>([
  ["failure_count", "failed"],
  ["failure_count_change", "failed_change"],
  ["key", "key"],
]);

/** The order and page of groups, on a route that has neither without them. */
export const GroupPageQuery = {
  page: OptionalPagingQuery.page,
  per_page: OptionalPagingQuery.per_page,
  sort: Type.Optional(
    Type.Unsafe<string>({
      type: "string",
      enum: [...groupSorts.keys()].flatMap((field) => [field, `-${field}`]),
      description: "Field to sort groups by; a leading minus sign sorts in descending order. Default: -emails.",
      examples: ["-emails"],
    }),
  ),
};

/** @throws {ProblemError} 400 for a field that sorts no groups */
export function toGroupSort(sort: string, sorts: GroupSorts): GroupSort {
  const { field, descending } = toSort(sort);
  const by = sorts.get(field);
  if (by !== undefined) return { by, descending };
  throw invalidAt("/query/sort", `cannot sort groups by ${field}: use ${[...sorts.keys()].join(", ")}`);
}
