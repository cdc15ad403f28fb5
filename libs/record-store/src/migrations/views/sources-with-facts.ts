import { sources } from "./sums.ts";
import type { View, ViewColumn } from "./view.ts";

const text = "LowCardinality(String)";

/** A fact about the address; empty, or 0, while it is not known. */
export function fact(name: string, type: string, comment: string): ViewColumn {
  const empty = type.startsWith("UInt") ? "0" : "''";
  return [name, type, comment, `ifNull(fact.${name}, ${empty})`];
}

/** The sums of `sources` in its first form, with what is known of each address. */
export const sourcesWithFacts: View = {
  ...sources,
  columns: [
    ...sources.columns.map(([name, type, comment]): ViewColumn => [name, type, comment, `total.${name}`]),
    fact("hostname", "String", "Reverse name, if it leads back to the address; empty when unknown"),
    fact("asn", "UInt32", "Number of the autonomous system that announces the address; 0 when unknown"),
    fact("organization", text, "Who the address belongs to, by the autonomous system; empty when unknown"),
    fact("country", text, "Country of the address, ISO 3166-1 alpha-2; empty when unknown"),
  ],
  source: `FROM (
  SELECT ${sources.columns.map(([name, , , expression = name]) => `${expression} AS ${name}`).join(", ")}
  ${sources.source}
) AS total
LEFT ANY JOIN (SELECT * FROM \`{database}\`.source_facts FINAL) AS fact ON fact.address = total.source_ip`,
};
