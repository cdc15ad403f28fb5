import { useFailureGroups } from "../../data/use-mail.ts";
import { type Changes, useFilter } from "../../filter/filter.ts";
import { type SenderParameters, toRecordChanges } from "../../filter/sender-filter.ts";
import { usePage } from "../../parts/pager.tsx";
import type { FailureGroup } from "./group.ts";

const PER_PAGE = 15;

/** Failed messages by sender and cause, the largest group first. */
export function useSenderCauses(senders: SenderParameters) {
  const { parameters } = useFilter();
  const query = { ...parameters, ...senders, group_by: "sender_cause" as const, page: usePage(), per_page: PER_PAGE };
  return useFailureGroups(query);
}

/** What selects the failed messages of a group, besides what selects all groups. */
export function toGroupParameters({ sender, class: name, cause }: FailureGroup): SenderParameters {
  return { sender: sender ?? "", ...(name && { class: name }), ...(cause && { cause }) } as SenderParameters;
}

/** Leads to the records of these failed messages. */
export function toFailingRecords(senders: SenderParameters): Changes {
  return { result: "fail", ...toRecordChanges(senders) };
}

/** Leads to the addresses whose failed messages these are. */
export function toFailingAddresses(senders: SenderParameters): Changes {
  return { by: "address", ...toFailingRecords(senders) };
}

/** Causes of mail that others forged, for which one advice holds. */
const FORGED: ReadonlySet<string | undefined> = new Set(["spoofed_no_identity", "spoofed_foreign_identity"]);

export function isForged({ cause }: Pick<FailureGroup, "cause">): boolean {
  return FORGED.has(cause);
}

/** Names a group among others. */
export function toGroupKey({ sender, class: name, cause }: FailureGroup): string {
  return JSON.stringify([sender, name, cause]);
}
