import { invalidAt } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import type { GroupSort } from "@ruaflow/metadata-store/groups";
import { Type } from "typebox";
import { OptionalPagingQuery } from "../../paging.ts";
import { CompareQuery } from "../../period.ts";
import { toSort } from "../sort.ts";
import { GROUPS_MAX, type Grouping } from "./group.ts";

const GROUPINGS: Readonly<Record<Grouping, string>> = {
  domain: "Each domain.",
  client_reference: "The domains with the same client_reference.",
  label: "The domains with the same label. A domain with several labels is in the group of each.",
  reporter: "Each reporter.",
  source_organization: "The owner of the sending network, as ClickHouse last copied it, mostly minutes ago.",
  country: "The country of the sending network, as ClickHouse last copied it, mostly minutes ago.",
  day: "Each UTC day.",
  header_from: "Each domain of the From header.",
  disposition: "Each disposition.",
  service: "The service of each source.",
  class: "The class of each source.",
  sender: "The sender's name: service, owner of the network or domain of the reverse name.",
  cause: "The cause of each source's class.",
  sender_cause: "Each sender, class and cause.",
};

export const GroupQuery = {
  group_by: Type.Optional(
    DescribedValues(GROUPINGS, {
      description: `Answers with the sums of each group instead of the list or the totals. A page has the largest of up to ${GROUPS_MAX.toLocaleString("en-US")} groups with reports in the period. Without dates the period is the last 30 UTC days. A domain without mail is in no group.`,
      examples: ["client_reference"],
    }),
  ),
};

/** @throws {ProblemError} 400 for a parameter that only groups have, without `group_by` */
export function refuseWithoutGroups(query: object, parameters: object, reason: string): void {
  const given = Object.keys(parameters).find((name) => Object.hasOwn(query, name));
  if (given !== undefined) throw invalidAt(`/query/${given}`, `needs group_by: ${reason}`);
}

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
  ...CompareQuery,
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
