import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import type { SenderParameters } from "../../filter/sender-filter.ts";
import { usePage } from "../../parts/pager.tsx";
import type { FailureGroup } from "./group.ts";

const PER_PAGE = 15;

/** Failed messages by sender and cause, the largest group first. */
export function useFailureGroups(senders: SenderParameters) {
  const { parameters } = useFilter();
  const query = { ...parameters, ...senders, group_by: "sender_cause" as const, page: usePage(), per_page: PER_PAGE };
  return useAnswer({
    key: ["failure-groups", query],
    ask: (client, signal) => client.reports.readFailureGroups(query, { signal }),
  });
}

/** What selects the failed messages of a group, besides what selects all groups. */
export function toGroupParameters({ sender, class: name, cause }: FailureGroup): SenderParameters {
  return { sender: sender ?? "", ...(name && { class: name }), ...(cause && { cause }) } as SenderParameters;
}

/** Names a group among others. */
export function toGroupKey({ sender, class: name, cause }: FailureGroup): string {
  return JSON.stringify([sender, name, cause]);
}
