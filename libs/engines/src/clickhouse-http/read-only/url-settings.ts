import type { Statement } from "../chdb-session.ts";
import { ClickHouseRefusal } from "../refusal.ts";

type Setting = Statement["settings"][number];

/**
 * Limits of a query: seconds, bytes, rows. The engine counts neither rows without FROM nor the bytes of constants; the
 * memory limit covers these.
 */
export const queryLimits = {
  max_execution_time: 30,
  max_memory_usage: 2 ** 30,
  max_result_rows: 1_000_000,
  max_result_bytes: 128 * 2 ** 20,
} as const;

// Settings that affect only the format of the answer. Listed one by one: `output_format_schema` names a file that the
// engine writes.
const formatSettings = new Set([
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

// Drivers send these with each query, also with those that read. Here nothing can be inserted.
const insertSettings = new Set(["async_insert", "wait_for_async_insert"]);

/**
 * Settings of a read-only query: the client's choices, then all limits, and last `readonly=1`, after
 * which the engine refuses every change.
 *
 * @throws ClickHouseRefusal READONLY (164) for a setting that a client may not choose
 */
export function restrictSettings(requested: readonly Setting[]): Setting[] {
  const chosen = new Map(requested.filter(([name]) => name !== "readonly" && !insertSettings.has(name)));
  for (const name of chosen.keys()) {
    if (!formatSettings.has(name) && !(name in queryLimits))
      throw new ClickHouseRefusal("READONLY", `Cannot modify '${name}' setting in readonly mode.`);
  }
  return [
    ...[...chosen].filter(([name]) => formatSettings.has(name)),
    ...Object.entries(queryLimits).map(([name, limit]): Setting => [name, atMost(chosen.get(name), limit)]),
    // Elements of one block: a larger range makes one call of a function last longer than the time limit sees.
    ["function_range_max_elements_in_block", "10000000"],
    ["result_overflow_mode", "throw"],
    ["timeout_overflow_mode", "throw"],
    ["readonly", "1"],
  ];
}

// To ClickHouse 0 means no limit, so it does not lower one.
function atMost(requested: string | undefined, limit: number): string {
  const value = Number(requested);
  return String(value > 0 && value < limit ? Math.ceil(value) : limit);
}
