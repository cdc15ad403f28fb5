import { ClickHouseRefusal } from "./refusal.ts";

const insert = /^(?:\s|--[^\n]*\n|\/\*.*?\*\/)*INSERT\s/is;
const dataBegin = /\sFORMAT\s+(\w+)[ \t]*(?:\n|$)?/i;

/** Whether a statement writes rows. */
export function isInsert(query: string): boolean {
  return insert.test(query);
}

/** Whether it is an `INSERT` that names a format and brings no data: nothing to do, but the engine would complain. */
export function insertsNothing(query: string): boolean {
  return isInsert(query) && /\sFORMAT\s+\w+\s*$/i.test(query) && !/\s(SELECT|VALUES)\s/i.test(query);
}

/**
 * Makes the data of an `INSERT` end where it ends: inside the process the engine takes an empty line for the end of the
 * data and runs what follows as SQL. Between JSON rows such lines mean nothing and go; elsewhere they are data.
 *
 * @throws ClickHouseRefusal NOT_IMPLEMENTED (48) for data of other formats with an empty line
 */
export function closeInsertData(query: string): string {
  const begin = isInsert(query) ? dataBegin.exec(query) : null;
  if (!begin) return query;
  const start = begin.index + begin[0].length;
  const data = query.slice(start);
  const format = begin[1] ?? "";
  // Its texts are quoted, and the engine reads them as such.
  if (/^values$/i.test(format)) return query;
  if (/^json/i.test(format)) return `${query.slice(0, start)}${data.replace(/^\n+/, "").replace(/\n{2,}/g, "\n")}`;
  if (/^\n|\n\n/.test(data))
    throw new ClickHouseRefusal("NOT_IMPLEMENTED", "Data with an empty line cannot be read here.");
  return query;
}
