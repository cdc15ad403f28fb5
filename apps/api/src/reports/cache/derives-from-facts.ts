/** Kept answers that show no facts about sources, and derive from them by their parameters alone. */
export const SHOWS_NO_FACTS = "shows-no-facts";

/** A question of a route whose answers are kept. */
export interface AskedQuestion {
  /** As the route has it in its configuration. */
  readonly kept: true | string;
  readonly query: unknown;
  /** What a POST asks. */
  readonly body: unknown;
}

/** Parameters by which no answer derives from a fact about a source. */
const WITHOUT_FACTS = new Set(
  (
    "start_date end_date domain_id label client_reference trust format page per_page sort " +
    "source_ip header_from selector spf_domain dkim_domain disposition result"
  ).split(" "),
);

/** Nor by these groups. */
const GROUPS_WITHOUT_FACTS = new Set<unknown>(
  "domain client_reference label reporter day header_from disposition".split(" "),
);

/**
 * Whether the answer may derive from the names, owners and countries of sources, which are found for all organizations together, every
 * few seconds while new addresses come. What is not known to do without them counts as one that does.
 */
export function derivesFromFacts({ kept, query, body }: AskedQuestion): boolean {
  if (kept !== SHOWS_NO_FACTS) return true;
  const given = [...Object.entries(query ?? {}), ...Object.entries(body ?? {})];
  return !given.every(([name, value]) =>
    name === "group_by" ? GROUPS_WITHOUT_FACTS.has(value) : WITHOUT_FACTS.has(name),
  );
}
