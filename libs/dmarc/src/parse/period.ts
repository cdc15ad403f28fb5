import type { DateRange } from "@ruaflow/report";
import { Refusal } from "./refusal/refusal.ts";
import type { WarningList } from "./warnings.ts";

const path = "report_metadata/date_range";
/** Seconds of the year 5138, as milliseconds a day in 1973: anything larger is milliseconds. */
const SECONDS_MAX = 1e11;
/** A day, and what reporters add to it. */
const USUAL_LENGTH_MAX = 25 * 3600;
/** 2012-01-01, before the first reports. */
const FIRST_SECOND = 1_325_376_000;
/** 2106-01-01, before 32 bits of seconds end. */
const LAST_SECOND = 4_291_747_200;
const decimalNumber = /^[+-]?\d{1,18}(?:\.\d*)?$/;

/** The period in whole seconds, kept as written where it is odd. Without a clock, no period is too new. */
export function readPeriod(beginText: string | null, endText: string | null, warnings: WarningList): DateRange {
  const begin = readTime(beginText, `${path}/begin`, warnings);
  const end = readTime(endText, `${path}/end`, warnings);
  if (begin === null && end === null) throw new Refusal("no-period", "neither begin nor end of the period is a number");
  if (begin === null || end === null) warnings.add("period-incomplete", path);
  const range = { begin: begin ?? end ?? 0, end: end ?? begin ?? 0 };
  warnOfOddPeriod(range, warnings);
  return range;
}

function readTime(text: string | null, timePath: string, warnings: WarningList): number | null {
  if (text === null || !decimalNumber.test(text)) return null;
  const written = Number(text);
  const time = Math.floor(Math.abs(written) > SECONDS_MAX ? written / 1000 : written);
  if (time !== written) warnings.add("value-rewritten", timePath, text);
  return Math.abs(time) > SECONDS_MAX ? null : time;
}

function warnOfOddPeriod({ begin, end }: DateRange, warnings: WarningList): void {
  if (end < begin) warnings.add("period-reversed", path);
  else if (end === begin) warnings.add("period-empty", path);
  else if (end - begin > USUAL_LENGTH_MAX) warnings.add("period-long", path, `${end - begin} s`);
  if (Math.min(begin, end) < FIRST_SECOND || Math.max(begin, end) > LAST_SECOND)
    warnings.add("period-implausible", path);
}
