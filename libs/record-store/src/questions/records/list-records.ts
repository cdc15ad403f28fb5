import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import { type Condition, type Filter, joinConditions, type PageRequest, toCondition, toOffset } from "../filter.ts";
import { type ListedRecord, type ListedRow, place, selectList, toListed } from "./listed-record.ts";

/** Columns that records are ordered by, and their types. */
const sortColumns = {
  day: { column: "day", type: "Date" },
  messages: { column: "count", type: "UInt64" },
} as const;

export interface RecordSort {
  readonly by: keyof typeof sortColumns;
  readonly descending: boolean;
}

export interface ListRecordsOptions extends Filter, PageRequest {
  readonly sort: RecordSort;
}

export interface RecordList {
  /** In the order of the page. */
  readonly records: readonly ListedRecord[];
  /** Records on all pages. */
  readonly total: number;
  /** Messages on all pages. */
  readonly messages: number;
}

/** One page of the records of a filter. Of equal ones the first is the one that is stored first: by domain, day and report. */
export async function listRecords(
  engine: Engine,
  organizationId: string,
  options: ListRecordsOptions,
): Promise<RecordList> {
  const condition = toCondition(organizationId, options);
  const { total, messages, ...range } = await findRange(engine, condition, options);
  const records = total > toOffset(options) ? await readPage(engine, condition, { ...options, range }) : [];
  return { records, total, messages };
}

/** The values of the column of the order that a page has, and how many records come before all records with these values. */
interface PageRange {
  readonly least: string;
  readonly greatest: string;
  readonly before: number;
}

interface RangeRow extends PageRange {
  readonly total: number;
  readonly messages: number;
}

const NOTHING: RangeRow = { least: "", greatest: "", before: 0, total: 0, messages: 0 };

/**
 * Finds where a page is, and counts all records, in one pass over few columns. Then only the records of some days, or of some counts, have
 * to be put in order.
 */
async function findRange(
  engine: Engine,
  { sql, params }: Condition,
  { sort, ...page }: ListRecordsOptions,
): Promise<RangeRow> {
  const order = `value ${toDirection(sort)}`;
  const query = `SELECT sum(found) AS total, sum(sent) AS messages, minIf(upTo - found, isShown) AS before,
    toString(minIf(value, isShown)) AS least, toString(maxIf(value, isShown)) AS greatest
  FROM (
    SELECT value, found, sent, sum(found) OVER (ORDER BY ${order}) AS upTo,
      upTo > {offset:UInt64} AND upTo - found < {offset:UInt64} + {limit:UInt64} AS isShown
    FROM (
      SELECT ${sortColumns[sort.by].column} AS value, count() AS found, sum(count) AS sent
      FROM records WHERE ${sql} GROUP BY value
    )
  ) ${readSettings}`;
  const [range = NOTHING] = await engine.select<RangeRow>(query, { ...params, ...toLimits(page) });
  return range;
}

function toLimits(page: PageRequest) {
  return { limit: page.perPage, offset: toOffset(page) };
}

function toDirection({ descending }: RecordSort): string {
  return descending ? "DESC" : "ASC";
}

interface PageQuestion extends ListRecordsOptions {
  readonly range: PageRange;
}

/** Finds the places of a page's records first: the other columns are read of these alone. */
async function readPage(
  engine: Engine,
  condition: Condition,
  { sort, range, ...page }: PageQuestion,
): Promise<ListedRecord[]> {
  const { column, type } = sortColumns[sort.by];
  const inRange = {
    sql: `${column} BETWEEN {least:${type}} AND {greatest:${type}}`,
    params: { least: range.least, greatest: range.greatest },
  };
  const { sql, params } = joinConditions(condition, inRange);
  const order = `ORDER BY ${column} ${toDirection(sort)}, ${place}`;
  const query = `SELECT ${selectList}
  FROM records WHERE organization_id = {organizationId:String} AND (${place}) IN (
    SELECT ${place} FROM records WHERE ${sql} ${order} LIMIT {limit:UInt64} OFFSET {offset:UInt64}
  ) ${order} LIMIT {limit:UInt64} ${readSettings}`;
  const { limit, offset } = toLimits(page);
  const rows = await engine.select<ListedRow>(query, { ...params, limit, offset: offset - range.before });
  return rows.map(toListed);
}
