/** Short names of the formats that are asked for most, and ClickHouse's names. */
export const FORMATS: Readonly<Record<string, string>> = {
  table: "PrettyCompactNoEscapes",
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

/** Formats with colours, if the service's own output is a terminal, wherever the answer goes. */
const PRETTY = /^Pretty(?:Compact|Space)?/;

/** ClickHouse's name of a format, without colours for a file or a pipe. `csv` has a header; `CSV` is ClickHouse's format of this name, which has none. */
export function toFormat(name: string, { isTerminal }: { readonly isTerminal: boolean }): string {
  const format = FORMATS[name] ?? name;
  return isTerminal || format.includes("NoEscapes") ? format : format.replace(PRETTY, "$&NoEscapes");
}

/** Whether a terminal cannot show it. */
export function isBinary(format: string): boolean {
  return BINARY.test(format);
}
