import type { GroupSort } from "@ruaflow/metadata-store/groups";
import { GROUPS_MAX, type GroupSums } from "./group.ts";

interface Named extends GroupSums {
  /** What groups are ordered by when they are ordered by key; default: the key. */
  readonly name?: string;
}

const rate = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** As `groupDays` of the metadata store orders groups. */
const values: Readonly<Record<GroupSort["by"], (group: Named) => number | string | null>> = {
  emails: ({ messages }) => messages,
  failed: ({ messages, passed }) => messages - passed,
  pass_rate: ({ messages, passed }) => rate(passed, messages) ?? 0,
  emails_change: ({ messages, previousMessages }) => messages - previousMessages,
  failed_change: ({ messages, passed, previousMessages, previousPassed }) =>
    messages - passed - (previousMessages - previousPassed),
  pass_rate_change: ({ messages, passed, previousMessages, previousPassed }) => {
    const [now, before] = [rate(passed, messages), rate(previousPassed, previousMessages)];
    return now === null || before === null ? null : now - before;
  },
  key: ({ key, name = key }) => name,
};

/** The largest groups, at most {@link GROUPS_MAX}, in order; those without a value last, and ties by key. */
export function orderGroups<Group extends Named>(groups: readonly Group[], sort: GroupSort): Group[] {
  const order = (by: GroupSort["by"], descending: boolean) => (a: Group, b: Group) =>
    compare(values[by](a), values[by](b), descending) || compare(a.key, b.key, false);
  const kept = groups.length > GROUPS_MAX ? groups.toSorted(order("emails", true)).slice(0, GROUPS_MAX) : groups;
  return kept.toSorted(order(sort.by, sort.descending));
}

function compare(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}

/** The groups of a page. */
export function takePage<Item>(items: readonly Item[], { page, perPage }: { page: number; perPage: number }): Item[] {
  return items.slice((page - 1) * perPage, page * perPage);
}
