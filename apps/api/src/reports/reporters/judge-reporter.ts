import type { Reporter } from "@ruaflow/record-store/reporters";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days with reports: fewer do not tell how a reporter usually reports. */
const RHYTHM_DAYS_MIN = 5;
/** What a report may be later than nineteen of twenty before it. */
const MARGIN_HOURS = 12;
/** No reporter has longer, for reports of a past that was imported came months late. */
const DELAY_HOURS_MAX = 72;
/** A reporter has stopped when so many of its usual gaps, and so many days, brought no report. */
const STOPPED_GAPS = 3;
const STOPPED_DAYS_MIN = 7;

/** For people: the states of {@link judgeReporter}. */
export const REPORTER_STATES = {
  reporting: "Its next report is not overdue.",
  late: "Its next report is overdue.",
  stopped: `No report came for ${STOPPED_GAPS} of its usual gaps, and for at least ${STOPPED_DAYS_MIN} days.`,
  occasional: `It has reports of fewer than ${RHYTHM_DAYS_MIN} days, too few to expect the next one.`,
};

export type ReporterState = keyof typeof REPORTER_STATES;

export const reporterStates: readonly ReporterState[] = ["reporting", "late", "stopped", "occasional"];

/** For people: when {@link judgeReporter} expects a report. */
export const DUE_RULE = `The next report is due after the end of the last report's period, plus the usual gap, the usual delay (p95, up to ${DELAY_HOURS_MAX} hours) and ${MARGIN_HOURS} hours.`;

/** Whether a reporter still reports, by its own rhythm. */
export interface ReporterJudgement {
  readonly state: ReporterState;
  /** When its next report was or is due; `null`: it is occasional. */
  readonly dueAt: Date | null;
}

/** Judges a reporter, as seen at a time. */
export function judgeReporter(
  { historyDays, gapDays, lastEnd, delay }: Pick<Reporter, "historyDays" | "gapDays" | "lastEnd" | "delay">,
  asOf: Date,
): ReporterJudgement {
  if (historyDays < RHYTHM_DAYS_MIN) return { state: "occasional", dueAt: null };
  const allowedMs = Math.min(delay.p95 * 1000, DELAY_HOURS_MAX * HOUR_MS) + MARGIN_HOURS * HOUR_MS;
  const after = (days: number) => new Date(lastEnd.getTime() + days * DAY_MS + allowedMs);
  const dueAt = after(gapDays);
  const stoppedAt = after(Math.max(gapDays * STOPPED_GAPS, STOPPED_DAYS_MIN));
  if (asOf > stoppedAt) return { state: "stopped", dueAt };
  return { state: asOf > dueAt ? "late" : "reporting", dueAt };
}
