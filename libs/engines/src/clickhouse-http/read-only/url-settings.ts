import { quoteText, type Statement } from "../chdb-session.ts";
import { ClickHouseRefusal } from "../refusal.ts";

type Setting = Statement["settings"][number];

/**
 * Most that a query may take: seconds, bytes, rows. The engine counts neither rows without FROM nor the bytes of constants;
 * these the memory bounds.
 */
export const queryLimits = {
  max_execution_time: 30,
  max_memory_usage: 2 ** 30,
  max_result_rows: 1_000_000,
  max_result_bytes: 128 * 2 ** 20,
} as const;

// Shape of the answer alone. Not by prefix: `output_format_schema` names a file that the engine writes.
const shapes = new Set([
  "date_time_output_format",
  "output_format_json_array_of_rows",
  "output_format_json_escape_forward_slashes",
  "output_format_json_named_tuples_as_objects",
  "output_format_json_quote_64bit_floats",
  "output_format_json_quote_64bit_integers",
  "output_format_json_quote_denormals",
  "output_format_json_quote_decimals",
  "output_format_pretty_color",
  "output_format_pretty_max_rows",
]);

/** Which rows each table shows, as ClickHouse's setting `additional_table_filters` has it. */
export function toRowFilters({ database, tableFilters }: RowFilterOptions): string {
  const filters = Object.entries(tableFilters).map(
    ([table, condition]) => `${quoteText(`${database}.${table}`)}: ${quoteText(condition)}`,
  );
  return `{${filters.join(", ")}}`;
}

interface RowFilterOptions {
  readonly database: string;
  /** By table, a condition in SQL. */
  readonly tableFilters: Readonly<Record<string, string>>;
}

/**
 * Settings of a read-only query: what the client may choose, then every limit and what no query sees, and last `readonly=1`,
 * after which the engine refuses to change any.
 *
 * @throws ClickHouseRefusal READONLY (164) for a setting that a client may not choose
 */
export function restrictSettings(asked: readonly Setting[], rowFilters: string): Setting[] {
  const chosen = new Map(asked.filter(([name]) => name !== "readonly"));
  for (const name of chosen.keys()) {
    if (!shapes.has(name) && !(name in queryLimits))
      throw new ClickHouseRefusal("READONLY", `Cannot modify '${name}' setting in readonly mode.`);
  }
  return [
    ...[...chosen].filter(([name]) => shapes.has(name)),
    ...Object.entries(queryLimits).map(([name, most]): Setting => [name, atMost(chosen.get(name), most)]),
    ["result_overflow_mode", "throw"],
    ["timeout_overflow_mode", "throw"],
    ["additional_table_filters", rowFilters],
    ["readonly", "1"],
  ];
}

// 0 means without limit to ClickHouse, so it is no less.
function atMost(asked: string | undefined, most: number): string {
  const value = Number(asked);
  return String(value > 0 && value < most ? Math.ceil(value) : most);
}
