import { stringify } from "csv-stringify/sync";
import { escapeFormula, toCell } from "./cell.ts";
import type { Column } from "./columns.ts";

export interface CsvTable<Item> {
  readonly columns: readonly Column[];
  readonly items: AsyncIterable<Item> | Iterable<Item>;
  /** The item as in the JSON. */
  readonly toRow: (item: Item) => object;
}

/** Rows per piece of text. */
const ROWS_PER_PIECE = 100;

const OPTIONS = {
  record_delimiter: "\r\n",
  quoted_string: true,
  cast: { string: escapeFormula, boolean: String },
} as const;

/**
 * CSV (RFC 4180) with a header, piece by piece. Lines end with CRLF, texts are always quoted and never formulas, and
 * null is an empty cell without quotes.
 */
export async function* writeCsv<Item>({ columns, items, toRow }: CsvTable<Item>): AsyncGenerator<string> {
  let lines: unknown[][] = [columns.map(({ name }) => name)];
  for await (const item of items) {
    const row = toRow(item);
    lines.push(columns.map(({ path }) => toCell(row, path)));
    if (lines.length < ROWS_PER_PIECE) continue;
    yield stringify(lines, OPTIONS);
    lines = [];
  }
  if (lines.length > 0) yield stringify(lines, OPTIONS);
}
