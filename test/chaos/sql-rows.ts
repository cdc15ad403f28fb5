import type { SqlRow } from "./target.ts";

/** Parses an answer in the format JSONEachRow. */
export function toSqlRows(lines: string): readonly SqlRow[] {
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
