import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import { type Filter, toCondition } from "../filter.ts";

/** Newest days whose completeness is told. */
const NEWEST_DAYS = 7;
/** Weeks before a day that tell what is usual on such a weekday. */
const WEEKS = 4;
/** Share of these weekdays of which a reporter that is expected has reports. */
const EXPECTED_SHARE = 0.75;
/** Days without a report after which a reporter is not expected any more. */
const SILENT_DAYS = 7;
/** Reporters that are named of those that are missing. */
const MISSING_MAX = 10;

/** Means over up to {@link WEEKS} days are summed in whole parts of a message, so that sums do not depend on their order. */
const PARTS = 12;

/** For people: who is expected for a day. */
export const EXPECTED_RULE = `A reporter is expected on a day if it reported on at least three quarters of the same weekdays in the ${WEEKS} weeks before it. Weekdays before the domain's first report do not count. It must also have reported in the ${SILENT_DAYS} days before the day. A reporter is counted once for each domain that it reports about.`;

export interface CompletenessQuestion extends Omit<Filter, "records" | "startDate" | "endDate"> {
  /** The last UTC day that is told, `YYYY-MM-DD`. */
  readonly lastDay: string;
}

/** What has come in of a UTC day. A reporter is expected for each domain on its own. */
export interface DayCompleteness {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly messages: number;
  /** All reporters with a report of the day, each counted once. */
  readonly reporters: number;
  /** Whether there were reports of an earlier such weekday, which tell whom to expect. */
  readonly isKnown: boolean;
  readonly expected: number;
  /** Those of them that have reported the day. */
  readonly reported: number;
  /** Mean of the messages that expected reporters have on such a weekday. */
  readonly usualMessages: number;
  /** The same of those that have reported the day. */
  readonly usualReported: number;
  /** Expected reporters that are missing, with their usual messages: the ten with the most. */
  readonly missing: readonly { readonly reporter: string; readonly usualMessages: number }[];
}

interface Row extends Omit<DayCompleteness, "day" | "isKnown" | "missing"> {
  /** How many days before the last one. */
  readonly ago: number;
  /** The first UTC day with a report of any domain. */
  readonly first: string;
  readonly missing: readonly (readonly [usualMessages: number, reporter: string])[];
}

/** Reads what has come in of the seven newest days, the oldest first. */
export async function readCompleteness(
  engine: Engine,
  organizationId: string,
  { lastDay, ...filter }: CompletenessQuestion,
): Promise<DayCompleteness[]> {
  const startDate = addDays(lastDay, 1 - NEWEST_DAYS - 7 * WEEKS);
  const { sql, params } = toCondition(organizationId, { ...filter, startDate, endDate: lastDay });
  const rows = await engine.select<Row>(toQuery(sql), params);
  const rowOf = new Map(rows.map((row) => [row.ago, row]));
  const first = rows.map((row) => row.first).sort()[0];
  return Array.from({ length: NEWEST_DAYS }, (_, index) => {
    const ago = NEWEST_DAYS - 1 - index;
    const day = addDays(lastDay, -ago);
    return { day, isKnown: first !== undefined && first <= addDays(day, -7), ...toSums(rowOf.get(ago)) };
  });
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** How many days before the last one each day is that is told. */
const places = Array.from({ length: NEWEST_DAYS }, (_, place) => place);
/** SQL: the messages of each of these days, and of the same weekdays before it. */
const weekdaySums = places.map(
  (place) =>
    `sumIf(r.messages, ago = ${place}) AS newest${place}, sumIf(r.messages, ago > ${place} AND ago % 7 = ${place}) AS before${place}`,
);
/** SQL: bits of the days that are whole weeks before the last one, and of those in which a reporter must not have been silent. */
const weekBits = Array.from({ length: WEEKS }, (_, week) => 2 ** (7 * (week + 1))).reduce((sum, bit) => sum + bit);
const silenceBits = 2 ** (SILENT_DAYS + 1) - 2;

// Days are numbered backwards from the last one, so that those of a weekday are equal modulo 7, and those of a reporter and domain
// are the bits of one number.
function toQuery(where: string): string {
  const ofPlace = (name: string) => `[${places.map((place) => `${name}${place}`).join(", ")}]`;
  return `SELECT ago, min(firstDay) AS first, sum(messages) AS messages, countIf(isSeen) AS reporters,
    sum(pairs) AS expected, sum(pairsSeen) AS reported, sum(usual) AS usualMessages, sum(usualSeen) AS usualReported,
    arraySlice(arraySort(one -> (-one.1, one.2),
      groupArrayIf((usual - usualSeen, name), pairs > pairsSeen)), 1, ${MISSING_MAX}) AS missing
  FROM (
    SELECT ago, toString(reporter) AS name, min(firstDay) AS firstDay, sum(newest) AS messages, max(hasDay) AS isSeen,
      countIf(isExpected) AS pairs, countIf(isExpected AND hasDay) AS pairsSeen,
      sumIf(mean, isExpected) AS usual, sumIf(mean, isExpected AND hasDay) AS usualSeen
    FROM (
      SELECT reporter, firstDay, ago, newest, bitTest(days, ago) AS hasDay, bitShiftRight(days, ago) AS daysBefore,
        bitCount(bitAnd(daysBefore, toUInt64(${weekBits}))) AS found,
        least(${WEEKS}, intDiv(greatest(0, toInt32({endDate:Date} - firstDay) - ago), 7)) AS weekdays,
        found > 0 AND found >= ${EXPECTED_SHARE} * weekdays AND bitAnd(daysBefore, toUInt64(${silenceBits})) != 0 AS isExpected,
        intDiv(${PARTS} * before, greatest(1, weekdays)) AS mean
      FROM (
        SELECT reporter, days, min(first) OVER (PARTITION BY domain) AS firstDay, ${ofPlace("newest")} AS newestOf, ${ofPlace("before")} AS beforeOf
        FROM (
          WITH toUInt8({endDate:Date} - r.day) AS ago
          SELECT r.domain_id AS domain, r.reporter AS reporter, min(r.day) AS first,
            groupBitOr(bitShiftLeft(toUInt64(1), ago)) AS days, ${weekdaySums.join(", ")}
          FROM reports AS r WHERE ${where} GROUP BY domain, reporter
        )
      )
      ARRAY JOIN newestOf AS newest, beforeOf AS before, [${places.join(", ")}] AS ago
    )
    GROUP BY ago, name
  )
  GROUP BY ago ${readSettings}`;
}

function toSums(row: Row | undefined): Omit<DayCompleteness, "day" | "isKnown"> {
  if (row === undefined)
    return { messages: 0, reporters: 0, expected: 0, reported: 0, usualMessages: 0, usualReported: 0, missing: [] };
  const { ago: _, first: __, missing, usualMessages, usualReported, ...sums } = row;
  return {
    ...sums,
    ...{ usualMessages: usualMessages / PARTS, usualReported: usualReported / PARTS },
    missing: missing.map(([parts, reporter]) => ({ reporter, usualMessages: parts / PARTS })),
  };
}
