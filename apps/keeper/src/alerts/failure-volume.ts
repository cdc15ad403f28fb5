import type { AlertRules } from "@ruaflow/metadata-store/domains";
import type { DayCounts } from "@ruaflow/record-store/questions";
import { countFailures, type Finding, findFirstDay, toDay, toText } from "./finding.ts";

/** Reports about a day arrive during the next two days. */
const RECENT_DAYS = 3;
/** Four weeks, so that every weekday has the same weight. */
const USUAL_DAYS = 28;
/** With fewer days that reports are about, the usual number is unknown. */
const USUAL_DAYS_MIN = 7;

/** Number of days that the rule needs. */
export const FAILURE_VOLUME_DAYS = RECENT_DAYS + USUAL_DAYS;

/**
 * Finds whether many more messages than usual failed on one of the last three days. The usual number is the median of the
 * four weeks before, so that one bad day among them does not hide the next. A day without reports says nothing of its mail.
 *
 * @param days that reports are about, also those whose messages do not count
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
  const isKnown = before.length >= USUAL_DAYS_MIN;
  const on = worst === undefined ? "" : ` on ${worst.day}`;
  const messages = worst?.messages ?? 0;
  const failed =
    messages === 0
      ? `${toText(value)} messages`
      : `${toText(value)} of ${toText(messages)} messages (${toText((100 * value) / messages)} %)`;
  return {
    rule: "failure_volume",
    sourceIp: null,
    value,
    threshold,
    since: findFirstDay(recent, (counts) => countFailures(counts) >= threshold),
    isCrossed: isKnown && value >= threshold,
    summary: `${failed} failed DMARC${on}; the usual number is ${toText(usual)} a day.`,
  };
}

/** True for failures that may raise the alert now. */
export function isRecentFailure(counts: DayCounts, now: Date): boolean {
  return counts.day >= toDay(now, RECENT_DAYS - 1) && counts.day <= toDay(now) && countFailures(counts) > 0;
}

/** 0 of no days. */
function median(failures: readonly number[]): number {
  const sorted = failures.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
