import { recordFields } from "@ruaflow/report/fields";
import { type InsertingEngine, quoteText } from "../engine/engine.ts";
import { toWriteError } from "../engine/write-error.ts";
import { insertSettings } from "./insert-lines.ts";
import { constantColumns } from "./record-columns.ts";

/** How the engine reads encoded records: as JSONCompactEachRow, but without the brackets. */
const settings = [
  insertSettings,
  "format_custom_escaping_rule = 'JSON'",
  "format_custom_field_delimiter = ','",
  "input_format_custom_allow_variable_number_of_columns = 1",
  "input_format_custom_detect_header = 0",
].join(", ");

const time = "DateTime('UTC')";
/** Plain types: the engine makes LowCardinality of a whole column for a fraction of what it costs value by value. */
const types = {
  text: "String",
  optional: "Nullable(String)",
  texts: "Array(String)",
  count: "UInt64",
  second: time,
  flag: "Bool",
} as const;

const constantTypes = new Map([
  ["attempt", "UInt64"],
  ["day", "Date"],
  ["period_begin", time],
  ["period_end", time],
  ["received_at", time],
]);

const constants = constantColumns.map(({ name }) => `${name} ${constantTypes.get(name) ?? types.text}`);
const fields = recordFields.map(({ name, path, kind }) => {
  const type = name === "source_ip" ? "IPv6" : types[kind];
  return `${name} ${path?.includes("[]") ? `Array(${type})` : type}`;
});
const fieldNames = recordFields.map(({ name }) => name);

function toStatement(file: string): string {
  return `INSERT INTO records (${[...constantColumns.map(({ name }) => name), ...fieldNames].join(", ")})
WITH (SELECT tuple(*) FROM format(JSONCompactEachRow, ${quoteText(constants.join(", "))}, {constants:String})) AS shared
SELECT ${constants.map((_, index) => `shared.${index + 1}`).join(", ")}, ${fieldNames.join(", ")}
FROM file(${file}, CustomSeparated, ${quoteText(fields.join(", "))}) SETTINGS ${settings}`;
}

/** Encoded records of one report. */
export interface RowGroup {
  /** What their rows share: a JSON array in the order of `constantColumns`. */
  readonly constants: string;
  /** A line per record; no text is empty. */
  readonly texts: readonly Uint8Array[];
}

/** Stores records of one report from a file. Guarantees and errors are those of `insertLines`. */
export async function insertLarge(
  insertFile: NonNullable<InsertingEngine["insertFile"]>,
  { constants, texts }: RowGroup,
): Promise<void> {
  try {
    await insertFile({ toStatement, params: { constants }, texts });
  } catch (error) {
    throw toWriteError(error);
  }
}
