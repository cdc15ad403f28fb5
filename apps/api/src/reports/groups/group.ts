import type { GroupedDomain, GroupSort } from "@ruaflow/metadata-store/groups";
import type { CountedReports } from "@ruaflow/metadata-store/reports";
import type { Filter } from "@ruaflow/record-store/questions";
import type { ShownVerdict } from "@ruaflow/verdicts/judge";
import type { Period } from "../../period.ts";

/** Of these, the verdicts on sources decide which mail is in which group. */
export const verdictGroupings = ["service", "class", "sender", "cause", "sender_cause"] as const;

/** What sums can be grouped by. */
export const groupings = [
  "domain",
  "client_reference",
  "label",
  "reporter",
  "source_organization",
  "country",
  "day",
  "header_from",
  "disposition",
  ...verdictGroupings,
] as const;

export type Grouping = (typeof groupings)[number];

/** Groups of one answer: more than that no reader needs, and the store would have to sort. */
export const GROUPS_MAX = 10_000;

export interface GroupsQuestion {
  readonly filter: Filter & { readonly counted?: CountedReports };
  readonly previous: Period;
  readonly groupBy: Grouping;
  /** Only messages that failed DMARC. */
  readonly failuresOnly: boolean;
  readonly sort: GroupSort;
  readonly page: number;
  readonly perPage: number;
}

/** The messages of a group, and those of the period before. */
export interface GroupSums {
  readonly key: string | null;
  readonly messages: number;
  readonly passed: number;
  readonly previousMessages: number;
  readonly previousPassed: number;
}

export interface Group extends GroupSums {
  /** Absent: not counted. */
  readonly reports?: number;
  readonly sources: number;
  readonly domains: number;
  readonly spfPassed: number;
  readonly dkimPassed: number;
  /** The domain that the group is. */
  readonly domain?: GroupedDomain;
  /** Percent of all failed messages; absent: not computed. The shares of all groups add up to 100. */
  readonly share?: number;
  /** Of groups of senders: the verdict on the source with the most messages. */
  readonly largest?: ShownVerdict;
}

/** Why the groups of a period cannot be compared with those of another one. */
export const notComparable = ["no_earlier_data"] as const;
export type NotComparable = (typeof notComparable)[number];

/** A page of groups. */
export interface GroupPage<Item = Group> {
  readonly groups: readonly Item[];
  /** All groups, also those beyond {@link GROUPS_MAX}. */
  readonly total: number;
  /** Failed messages of all groups; each message counts once. */
  readonly failed: number;
}

/** A page, and why its groups have no changes; `null`: they have. */
export interface ComparedPage extends GroupPage {
  readonly notComparable: NotComparable | null;
}
