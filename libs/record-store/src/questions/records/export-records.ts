import type { Engine } from "../../engine/engine.ts";
import { pageSettings } from "../../engine/read-settings.ts";
import { type Condition, type Filter, joinConditions, toCondition } from "../filter.ts";
import { type ListedRecord, type ListedRow, place, selectList, toListed } from "./listed-record.ts";

/** Limits memory: records have texts of any length. */
const EXPORT_ROWS = 2_000;

interface PlacedRow extends ListedRow {
  readonly lastDay: string;
  readonly lastOrdinal: number;
  readonly lastAttempt: string;
}

// Spelled out, because a comparison of tuples does not use the index.
const afterLast = `(domain_id > {lastDomain:String} OR domain_id = {lastDomain:String}
  AND (day > {lastDay:Date} OR day = {lastDay:Date}
  AND (report_id > {lastReport:String} OR report_id = {lastReport:String}
  AND (ordinal > {lastOrdinal:UInt32} OR ordinal = {lastOrdinal:UInt32} AND attempt > {lastAttempt:UInt64}))))`;

/**
 * Every record of a filter in the order in which they are stored: by domain, day and report. Each query continues where the one before
 * ended, with flat memory.
 */
export async function* exportRecords(
  engine: Engine,
  organizationId: string,
  filter: Filter,
): AsyncGenerator<ListedRecord, void, undefined> {
  const condition = toCondition(organizationId, filter);
  let rest: Condition = { sql: "", params: {} };
  for (let isOver = false; !isOver; ) {
    const { sql, params } = joinConditions(condition, rest);
    const query = `SELECT ${selectList}, toString(day) AS lastDay, ordinal AS lastOrdinal, toString(attempt) AS lastAttempt
      FROM records WHERE ${sql} ORDER BY ${place} LIMIT ${EXPORT_ROWS} ${pageSettings}`;
    const rows = await engine.select<PlacedRow>(query, params);
    yield* rows.map(toListed);
    const last = rows.at(-1);
    if (last !== undefined) rest = { sql: afterLast, params: toPlace(last) };
    isOver = rows.length < EXPORT_ROWS;
  }
}

function toPlace({ domainId, reportId, lastDay, lastOrdinal, lastAttempt }: PlacedRow) {
  return { lastDomain: domainId, lastReport: reportId, lastDay, lastOrdinal, lastAttempt };
}
