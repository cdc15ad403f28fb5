import type { SenderName } from "../../filter/sender-filter.ts";
import { UNNAMED } from "../../format/unnamed.ts";

/** What sources can be grouped by; the first is shown without a choice. */
export const groupings = [
  {
    by: "sender",
    groupBy: "sender",
    tab: "By sender",
    title: "Sender",
    unknown: UNNAMED,
    note: "The service, else the owner of the network, else the domain of the verified reverse name.",
  },
  {
    by: "owner",
    groupBy: "source_organization",
    tab: "By owner",
    title: "Owner of the addresses",
    unknown: "owner not known",
    note: "Who the network belongs to, which is not always who sends.",
  },
  {
    by: "class",
    groupBy: "class",
    tab: "By class",
    title: "Class",
    unknown: "not classified",
    note: "Whose mail it is. A source may send mail of several classes.",
  },
  {
    by: "country",
    groupBy: "country",
    tab: "By country",
    title: "Country",
    unknown: "country not known",
    note: "Where the addresses are registered, which is not always where mail is written.",
  },
] as const satisfies readonly {
  readonly by: string;
  readonly groupBy: SenderName;
  readonly tab: string;
  readonly title: string;
  /** The group of those of which it is not known. */
  readonly unknown: string;
  readonly note: string;
}[];

export type SourceGrouping = (typeof groupings)[number];

/** The tab without groups. */
export const ADDRESSES = "address";

/** What an address groups by; `null`: single addresses, also when it names one. */
export function readGrouping(query: Readonly<Record<string, string | undefined>>): SourceGrouping | null {
  if (query.by === ADDRESSES || query.source_ip) return null;
  return groupings.find(({ by }) => by === query.by) ?? groupings[0];
}
