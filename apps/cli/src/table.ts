import Table from "cli-table3";
import { clean } from "./clean-text.ts";
import { printJson } from "./print-json.ts";

/** A value as scripts get it; people read a text. */
export type Cell = string | number | boolean | null | Date | readonly string[];
export type Row = Readonly<Record<string, Cell>>;

/** Between two columns. */
const GAP = "  ";
/** A table with narrower columns than this could not be read. */
const COLUMN_CHARS_MIN = 14;

/** Prints rows as a table for people, or as a JSON array for scripts. */
export function printRows(rows: readonly Row[], { json }: { json: boolean }): void {
  if (json) printJson(rows);
  else process.stdout.write(rows.length === 0 ? "(0 rows)\n" : toTable(rows, process.stdout.columns));
}

/** Prints one row as {@link printRows}; for scripts it is an object. */
export function printRow(row: Row, { json }: { json: boolean }): void {
  if (json) printJson(row);
  else printRows([row], { json });
}

/**
 * Aligned columns without rules or colours. They fit a terminal of `width` characters: long cells are broken, and where that would
 * leave too little of them each row becomes a block of lines. Nothing is cut off.
 * @param width absent when the output is a file or a pipe: then every row is one line
 */
export function toTable(rows: readonly Row[], width = Number.POSITIVE_INFINITY): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => clean(toText(row[name] ?? null))));
  const natural = names.map((name, index) => Math.max(name.length, ...lines.map((cells) => cells[index]?.length ?? 0)));
  const widths = shrink(natural, width);
  return widths === null ? toBlocks(names, lines) : toColumns(names, lines, widths);
}

function toText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === "object" ? cell.join(" ") : String(cell);
}

/** Takes from the widest columns what is too much; `null` when too little of them would be left. */
function shrink(natural: readonly number[], width: number): readonly number[] | null {
  const room = width - GAP.length * (natural.length - 1);
  const capped = (max: number) => natural.map((own) => Math.min(own, max));
  const sum = (widths: readonly number[]) => widths.reduce((total, one) => total + one, 0);
  for (let max = Math.max(...natural); ; max -= 1) {
    if (sum(capped(max)) <= room) return capped(max);
    if (max <= COLUMN_CHARS_MIN) return null;
  }
}

const NO_RULES = Object.fromEntries(
  ["top", "bottom", "left", "right", "mid"].flatMap((place) =>
    ["", "-mid", "-left", "-right"].map((part) => [`${place}${part}`, ""]),
  ),
);

function toColumns(names: readonly string[], lines: readonly (readonly string[])[], widths: readonly number[]): string {
  const table = new Table({
    head: [...names],
    colWidths: [...widths],
    chars: { ...NO_RULES, middle: GAP },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0, compact: true },
    wordWrap: true,
    wrapOnWordBoundary: false,
  });
  for (const cells of lines) table.push([...cells]);
  return `${table.toString().replaceAll(/ +$/gm, "")}\n`;
}

function toBlocks(names: readonly string[], lines: readonly (readonly string[])[]): string {
  const chars = Math.max(...names.map((name) => name.length));
  const blocks = lines.map((cells) =>
    cells.map((cell, index) => `${names[index]?.padEnd(chars)}${GAP}${cell}`.trimEnd()).join("\n"),
  );
  return `${blocks.join("\n\n")}\n`;
}
