import { type RecordFilterEntry, recordFilters } from "@ruaflow/record-store/filters";
import { CountedQuery, DomainsQuery } from "../../domain-filter.ts";
import { PagingQuery } from "../../paging.ts";
import { PeriodQuery } from "../../period.ts";
import { type Grouping, verdictGroupings } from "../groups/group.ts";

/** Cached answers that show no facts about sources, and derive from them by their parameters alone. */
export const SHOWS_NO_FACTS = "shows-no-facts";

/** A question of a route whose answers are cached. */
export interface AskedQuestion {
  /** As the route has it in its configuration. */
  readonly cached: true | string;
  readonly query: unknown;
  /** What a POST asks. */
  readonly body: unknown;
}

/** Parameters by which no answer derives from a fact about a source. */
const WITHOUT_FACTS: ReadonlySet<string> = new Set([
  ...Object.keys({ ...DomainsQuery(), ...PeriodQuery, ...CountedQuery, ...PagingQuery }),
  ...["format", "sort"],
  ...Object.values<RecordFilterEntry>(recordFilters).flatMap(({ name, needsFacts }) => (needsFacts ? [] : [name])),
]);

/** Nor by these groups. */
export const GROUPS_WITHOUT_FACTS: readonly unknown[] = [
  "domain",
  "client_reference",
  "label",
  "reporter",
  "day",
  "header_from",
  "disposition",
  // What is found out about a source comes with a new verdict, which is a change of rows.
  ...verdictGroupings,
] as const satisfies readonly Grouping[];

/**
 * True if the answer may derive from the names, owners and countries of sources, which are found for all organizations together, every
 * few seconds while new addresses come. What is not known to do without them counts as one that does.
 */
export function derivesFromFacts({ cached, query, body }: AskedQuestion): boolean {
  if (cached !== SHOWS_NO_FACTS) return true;
  const given = [...Object.entries(query ?? {}), ...Object.entries(body ?? {})];
  return !given.every(([name, value]) =>
    name === "group_by" ? GROUPS_WITHOUT_FACTS.includes(value) : WITHOUT_FACTS.has(name),
  );
}
