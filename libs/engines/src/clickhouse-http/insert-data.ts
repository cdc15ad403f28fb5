import { ClickHouseRefusal } from "./refusal.ts";

const insert = /^(?:\s|--[^\n]*\n|\/\*.*?\*\/)*INSERT\s/is;
const dataBegin = /\sFORMAT\s+(\w+)[ \t]*(?:\n|$)?/i;

/** Whether a statement writes rows. */
export function isInsert(query: string): boolean {
  return insert.test(query);
}

/** Whether it is an `INSERT` with a format but without data: nothing to do, but the engine would fail. */
export function insertsNothing(query: string): boolean {
  return isInsert(query) && /\sFORMAT\s+\w+\s*$/i.test(query) && !/\s(SELECT|VALUES)\s/i.test(query);
}

/**
 * Removes or refuses empty lines in the data of an `INSERT`: the embedded engine treats an empty line as the end of the
 * data and runs the rest as SQL. Between JSON rows empty lines have no meaning and are removed; in other formats they
 * are data.
 *
 * @throws ClickHouseRefusal NOT_IMPLEMENTED (48) for data of other formats with an empty line
 */
export function closeInsertData(query: string): string {
  const begin = isInsert(query) ? dataBegin.exec(query) : null;
  if (!begin) return query;
  const start = begin.index + begin[0].length;
  const data = query.slice(start);
  const format = begin[1] ?? "";
  // Texts are quoted, and the engine respects the quotes.
  if (/^values$/i.test(format)) return query;
  if (/^json/i.test(format)) return `${query.slice(0, start)}${data.replace(/^\n+/, "").replace(/\n{2,}/g, "\n")}`;
  if (/^\n|\n\n/.test(data))
    throw new ClickHouseRefusal("NOT_IMPLEMENTED", "Data with an empty line cannot be read here.");
  return query;
}
