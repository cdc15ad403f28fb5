import { quoteText, toViewsDatabase } from "../../engine/engine.ts";

/** A column of a view: its name, its type, what it says, and the SQL expression when that is not the name itself. */
export type ViewColumn = readonly [name: string, type: string, comment: string, expression?: string];

export interface View {
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly ViewColumn[];
  /** Before `SELECT`; absent: nothing. */
  readonly prelude?: string;
  /** From `FROM` on. */
  readonly source: string;
}

export const viewsDatabase = `\`${toViewsDatabase("{database}")}\``;

/**
 * SQL: what the record-writers published last, as (attempt, hidden attempts, hidden reports, counting organizations). One
 * tuple, so that a query never combines two versions. Without any, the tuple is empty and hides every row.
 */
export const withVisible = `WITH (
  SELECT argMax((attempt, hidden_attempts, hidden_reports, counting_organizations), version)
  FROM \`{database}\`.visibility
) AS visible`;

/**
 * SQL condition: the row belongs to a stored report of a domain that is not deleted. Scalars are computed before the
 * query is planned, so an empty list leaves the condition, and its column is not read.
 */
export const isVisible = `attempt <= visible.1
  AND (empty(visible.2) OR attempt NOT IN visible.2)
  AND (empty(visible.3) OR report_id NOT IN visible.3)
  AND ((SELECT count() = 0 FROM \`{database}\`.deleted_domains)
    OR domain_id NOT IN (SELECT domain_id FROM \`{database}\`.deleted_domains))`;

/** SQL: whether the numbers of the API contain the report unless they are asked for all reports. */
export const isCounted = "trust != 'none' OR (notEmpty(visible.4) AND organization_id IN visible.4)";

/** The statement that creates the view, or replaces it with a later release's. */
export function toViewStatement({ name, comment, columns, prelude = "", source }: View): string {
  const declared = columns.map(([column, type, text]) => `  ${column} ${type} COMMENT ${quoteText(text)}`);
  const selected = columns.map(([column, , , expression = column]) =>
    expression === column ? `  ${column}` : `  ${expression} AS ${column}`,
  );
  return `CREATE OR REPLACE VIEW ${viewsDatabase}.${name}
(
${declared.join(",\n")}
)
AS ${prelude} SELECT
${selected.join(",\n")}
${source}
COMMENT ${quoteText(comment)}`;
}
