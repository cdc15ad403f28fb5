import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import { toStoredDay } from "../../rows/stored-values.ts";
import { type Filter, toCondition } from "../filter.ts";

export interface ReportersQuestion extends Omit<Filter, "records"> {
  /** First UTC day that tells how a reporter usually reports: not after the period's first. */
  readonly historyStart: string;
  /** How many reporters there are at most: those with the most messages. */
  readonly reportersMax: number;
}

/** A reporter, by the name that it gives itself, with a report in the history. Sums are those of the period. */
export interface Reporter {
  readonly reporter: string;
  /** Names the reporter in questions about it. */
  readonly hash: string;
  /** The first five domains that vouch for reports of the history, in order. */
  readonly domains: readonly string[];
  readonly reports: number;
  readonly messages: number;
  readonly passed: number;
  /** Days of the period with a report. */
  readonly days: number;
  /** Days of the history with a report. */
  readonly historyDays: number;
  /** First and last UTC day of the history with a report. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** The latest end of a period, none later than its receipt. */
  readonly lastEnd: Date;
  /** Days from a day with a report to the next one: at most so many nine times in ten; 0 where there is no next one. */
  readonly gapDays: number;
  /** Seconds from the end of a period to its receipt, in the history; 0 where it was received before. */
  readonly delay: { readonly median: number; readonly p95: number };
}

export interface ReportersList {
  /** Those with the most messages first, by the period and then by the history. */
  readonly reporters: readonly Reporter[];
  /** All reporters, also those beyond the maximum. */
  readonly total: number;
  /** Messages of all reporters in the period. */
  readonly messages: number;
}

interface Row extends Omit<Reporter, "lastEnd" | "delay"> {
  readonly historyMessages: number;
  readonly endSecond: number;
  readonly delays: readonly [number, number];
  readonly total: number;
  readonly messagesOfAll: number;
}

/** Reads the reporters that have a report in the history. */
export async function readReporters(
  engine: Engine,
  organizationId: string,
  { historyStart, reportersMax, ...filter }: ReportersQuestion,
): Promise<ReportersList> {
  const { sql, params } = toCondition(organizationId, { ...filter, startDate: historyStart });
  const query = `SELECT *, count() OVER () AS total, sum(messages) OVER () AS messagesOfAll
  FROM (${toReporters(sql)})
  ORDER BY messages DESC, historyMessages DESC, reporter
  LIMIT {reportersMax:UInt32} ${readSettings}`;
  const periodStart = toStoredDay(filter.startDate);
  const rows = await engine.select<Row>(query, { ...params, periodStart, reportersMax });
  const [first] = rows;
  return { reporters: rows.map(toReporter), total: first?.total ?? 0, messages: first?.messagesOfAll ?? 0 };
}

/** SQL: names a reporter, whose name may be long. */
export const reporterHash = "cityHash64(r.reporter)";

// A report's period cannot end after its receipt: limited to that, a forged end does not stay the newest.
function toReporters(where: string): string {
  return `SELECT toString(r.reporter) AS reporter, toString(${reporterHash}) AS hash,
    arraySlice(arraySort(groupUniqArrayIf(toString(r.reporter_domain), r.reporter_domain != '')), 1, 5) AS domains,
    countIf(r.day >= {periodStart:Date}) AS reports,
    sumIf(r.messages, r.day >= {periodStart:Date}) AS messages,
    sumIf(r.passed, r.day >= {periodStart:Date}) AS passed,
    sum(r.messages) AS historyMessages,
    uniqExactIf(r.day, r.day >= {periodStart:Date}) AS days,
    uniqExact(r.day) AS historyDays,
    min(r.day) AS firstDay, max(r.day) AS lastDay,
    toUnixTimestamp(max(least(r.period_end, r.received_at))) AS endSecond,
    arrayReduce('quantileExact(0.9)',
      arrayPopFront(arrayDifference(arraySort(groupUniqArray(toUInt16(r.day)))))) AS gapDays,
    quantilesExact(0.5, 0.95)(
      toUInt32(greatest(0, toInt64(toUnixTimestamp(r.received_at)) - toUnixTimestamp(r.period_end)))) AS delays
  FROM reports AS r WHERE ${where} GROUP BY r.reporter`;
}

function toReporter(row: Row): Reporter {
  const { endSecond, delays, total: _, messagesOfAll: __, historyMessages: ___, ...reporter } = row;
  return { ...reporter, lastEnd: new Date(endSecond * 1000), delay: { median: delays[0], p95: delays[1] } };
}
