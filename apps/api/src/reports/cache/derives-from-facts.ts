import type { CountedQuery, DomainsQuery } from "../../domain-filter.ts";
import type { PeriodQuery } from "../../period.ts";
import type { RecordQuery, ResultQuery } from "../../record-query.ts";
import type { Grouping } from "../groups/group.ts";
import type { GroupPageQuery } from "../groups/group-query.ts";

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

type Parameter =
  | keyof (typeof PeriodQuery & typeof CountedQuery & typeof RecordQuery & typeof ResultQuery & typeof GroupPageQuery)
  | keyof ReturnType<typeof DomainsQuery>
  | "format";

/** True for parameters by which an answer derives from facts about sources. */
const NEEDS_FACTS: Readonly<Record<Parameter, boolean>> = {
  ...{ start_date: false, end_date: false, domain_id: false, label: false, client_reference: false, trust: false },
  ...{ format: false, page: false, per_page: false, sort: false, result: false, disposition: false },
  ...{ source_ip: false, header_from: false, selector: false, spf_domain: false, dkim_domain: false },
  ...{ source_organization: true, country: true },
};

/** The same for `group_by`. */
const GROUP_NEEDS_FACTS: Readonly<Record<Grouping, boolean>> = {
  ...{ domain: false, client_reference: false, label: false, reporter: false, day: false, header_from: false },
  ...{ disposition: false, source_organization: true, country: true, service: true, class: true },
};

/** False only for names that are known to need none. */
const needs = (table: Readonly<Record<string, boolean>>, name: unknown) =>
  typeof name !== "string" || !Object.hasOwn(table, name) || table[name] !== false;

/**
 * True if the answer may derive from the names, owners and countries of sources, which are found for all organizations together, every
 * few seconds while new addresses come. What is not known to do without them counts as one that does.
 */
export function derivesFromFacts({ cached, query, body }: AskedQuestion): boolean {
  if (cached !== SHOWS_NO_FACTS) return true;
  const given = [...Object.entries(query ?? {}), ...Object.entries(body ?? {})];
  return given.some(([name, value]) =>
    name === "group_by" ? needs(GROUP_NEEDS_FACTS, value) : needs(NEEDS_FACTS, name),
  );
}
