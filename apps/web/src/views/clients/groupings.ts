import type { Changes } from "../../filter/filter.ts";

/** A group as links and names need it. */
export interface Named {
  readonly key: string | null;
  readonly domain?: string | undefined;
}

interface ClientGrouping {
  readonly by: string;
  readonly groupBy: "client_reference" | "label" | "domain";
  readonly tab: string;
  readonly title: string;
  /** Of the rows that have none. */
  readonly without: string;
  /** The filter that looks at this group alone. */
  toChange(key: string): Changes;
}

const alone = { client: undefined, label: undefined, domain: undefined };

/** The first is shown without a choice. */
export const groupings: readonly [ClientGrouping, ...ClientGrouping[]] = [
  {
    by: "client",
    groupBy: "client_reference",
    tab: "Clients",
    title: "Client",
    without: "domains without a client",
    toChange: (client) => ({ ...alone, client }),
  },
  {
    by: "label",
    groupBy: "label",
    tab: "Labels",
    title: "Label",
    without: "domains without a label",
    toChange: (label) => ({ ...alone, label }),
  },
  {
    by: "domain",
    groupBy: "domain",
    tab: "Domains",
    title: "Domain",
    without: "deleted domains",
    toChange: (domain) => ({ ...alone, domain }),
  },
];

export type { ClientGrouping };

export function readGrouping(by: string | undefined): ClientGrouping {
  return groupings.find((each) => each.by === by) ?? groupings[0];
}

/** The group in words: a domain by its name, the rows without a value by what they are. */
export function nameGroup({ key, domain }: Named, { without }: Pick<ClientGrouping, "without">): string {
  return domain ?? key ?? without;
}
