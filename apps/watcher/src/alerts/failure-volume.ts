import type { AlertRules } from "@ruaflow/metadata-store/domains";
import type { DayCounts } from "@ruaflow/record-store/questions";
import { countFailures, type Finding, toDay, toText } from "./finding.ts";

/** Reports about a day come in over two more. */
const RECENT_DAYS = 3;
/** Four weeks, so that every weekday counts alike. */
const USUAL_DAYS = 28;
/** Fewer days with mail tell nothing about what is usual. */
const USUAL_DAYS_MIN = 7;

/** Days before today that the rule looks at. */
export const FAILURE_VOLUME_DAYS = RECENT_DAYS + USUAL_DAYS;

/**
 * Whether on one of the last three days many more messages failed than usually do. Usual is the median of the four weeks
 * before, so that one bad day among them does not hide the next.
 */
export function findFailureVolume(rule: AlertRules["failure_volume"], days: readonly DayCounts[], now: Date): Finding {
  const firstRecent = toDay(now, RECENT_DAYS - 1);
  const firstUsual = toDay(now, FAILURE_VOLUME_DAYS - 1);
  const before = days.filter(({ day }) => day >= firstUsual && day < firstRecent);
  const usual = median(before.map(countFailures));
  const recent = days.filter(({ day }) => day >= firstRecent && day <= toDay(now));
  const [worst] = recent.toSorted((a, b) => countFailures(b) - countFailures(a));
  const value = worst === undefined ? 0 : countFailures(worst);
  const threshold = Math.max(rule.failures_min, rule.times * usual);
  const isKnown = before.filter(({ messages }) => messages > 0).length >= USUAL_DAYS_MIN;
  const on = worst === undefined ? "" : ` on ${worst.day}`;
  return {
    rule: "failure_volume",
    sourceIp: null,
    value,
    threshold,
    isCrossed: isKnown && value >= threshold,
    summary: `${toText(value)} messages failed DMARC${on}; usual are ${toText(usual)} a day.`,
  };
}

/** Of four weeks: days that are not in the list had no mail. */
function median(failures: readonly number[]): number {
  const sorted = [...failures].sort((a, b) => a - b);
  const filled = [...Array<number>(USUAL_DAYS - sorted.length).fill(0), ...sorted];
  const middle = USUAL_DAYS / 2;
  return ((filled[middle - 1] ?? 0) + (filled[middle] ?? 0)) / 2;
}
