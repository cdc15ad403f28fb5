/** Short names of the formats that are asked for most, and ClickHouse's names. */
export const FORMATS: Readonly<Record<string, string>> = {
  table: "PrettyCompact",
  json: "JSON",
  jsonl: "JSONEachRow",
  csv: "CSVWithNames",
  tsv: "TabSeparatedWithNames",
  markdown: "Markdown",
  parquet: "Parquet",
  arrow: "Arrow",
};

const BINARY = /^(Parquet|Arrow|ORC|Avro|Native|RowBinary|MsgPack|BSON)/i;

/** A table on a terminal, tab-separated lines otherwise. */
export function defaultFormat(isTerminal: boolean): string {
  return isTerminal ? "table" : "tsv";
}

/** `csv` has a header; `CSV` is ClickHouse's format of this name, which has none. */
export function toFormat(name: string): string {
  return FORMATS[name] ?? name;
}

/** Whether a terminal cannot show it. */
export function isBinary(format: string): boolean {
  return BINARY.test(format);
}
