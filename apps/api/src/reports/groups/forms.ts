import type { GroupForm } from "./answer-groups.ts";
import type { Grouping } from "./group.ts";
import { failureGroupSorts, groupSorts } from "./group-query.ts";
import { FailureGroupSchema, GroupSchema, toFailureGroupBody, toGroupBody } from "./group-schema.ts";

const sums = {
  failuresOnly: false,
  sorts: groupSorts,
  sortDefault: "-emails",
  row: GroupSchema,
  toBody: toGroupBody,
  toMeta: () => ({}),
};

export const aggregateGroups: GroupForm<ReturnType<typeof toGroupBody>, object> = { ...sums, name: "aggregate" };

/** What the list calls `total_count` is `emails` here. */
export const sourceGroups: GroupForm<ReturnType<typeof toGroupBody>, object> = {
  ...sums,
  name: "sources",
  sorts: new Map([...groupSorts, ["total_count", "emails"]]),
};

export const failureGroups: GroupForm<ReturnType<typeof toFailureGroupBody>, { total_failures: number }> = {
  name: "failures",
  failuresOnly: true,
  sorts: failureGroupSorts,
  sortDefault: "-failure_count",
  row: FailureGroupSchema,
  toBody: (group, groupBy: Grouping, page) => toFailureGroupBody(group, groupBy, page),
  toMeta: ({ failed }) => ({ total_failures: failed }),
};
