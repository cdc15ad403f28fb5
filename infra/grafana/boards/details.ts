import { compliance } from "./filters.ts";
import { table } from "./panels.ts";

const description =
  `A record can have several results and then counts in each row, so the rows are not summed up. The result
does not say whether the domain is aligned with the From header.`.replaceAll("\n", " ");

/** Sums of the view `sources`, for several sources together. */
export const groupColumns = `sum(messages) AS "Messages", ${compliance} AS "Compliance", sum(failed) AS "Failed"`;

/** The same with more detail, for one source. */
const sourceColumns = `${groupColumns},
  sum(dkim_passed) AS "Passed aligned DKIM", sum(spf_passed) AS "Passed aligned SPF",
  min(first_seen) AS "First seen", max(last_seen) AS "Last seen"`;

/**
 * Results by what they say, each with its messages. A record that repeats a result counts once in its row: the view has one row
 * for each result. Other writers' capitals make no row of their own.
 */
function toDetails(view: string, columns: readonly (readonly [expression: string, name: string])[], condition: string) {
  const inner = columns.map(([expression], index) => `${expression} AS c${index}`).join(", ");
  const outer = columns.map(([, name], index) => `c${index} AS "${name}"`).join(", ");
  const keys = columns.map((_column, index) => `c${index}`).join(", ");
  return `SELECT ${outer}, sum(record_messages) AS "Messages"
FROM (
  SELECT DISTINCT ${inner}, report_id, ordinal, record_messages
  FROM ruaflow_v1.${view}
  WHERE counted AND ${condition}
)
GROUP BY ${keys}
ORDER BY "Messages" DESC, ${keys}
LIMIT 1000`;
}

export const dkimDetails = (condition: string) =>
  table({
    title: "DKIM results",
    description,
    sql: toDetails(
      "dkim_results",
      [
        ["header_from", "From domain"],
        ["domain", "Signing domain"],
        ["selector", "Selector"],
        ["lower(result)", "Result"],
      ],
      condition,
    ),
  });

export const spfDetails = (condition: string) =>
  table({
    title: "SPF results",
    description,
    sql: toDetails(
      "spf_results",
      [
        ["header_from", "From domain"],
        ["domain", "Checked domain"],
        ["scope", "Scope"],
        ["lower(result)", "Result"],
      ],
      condition,
    ),
  });

/** The sources that a condition chooses, one row for each address. */
export function toSourcesQuery(condition: string): string {
  return `SELECT source_ip_text AS "Source", any(hostname) AS "Name", any(service) AS "Service", any(owner) AS "Owner", any(country) AS "Country",
  ${sourceColumns}
FROM ruaflow_v1.sources
WHERE ${condition}
GROUP BY source_ip_text
ORDER BY "Messages" DESC, "Source"
LIMIT 1000`;
}
