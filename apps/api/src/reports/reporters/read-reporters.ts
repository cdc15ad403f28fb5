import type { DayCompleteness, Reporter } from "@ruaflow/record-store/reporters";
import type { ApiContext } from "../../context.ts";
import type { SumsFilter } from "../../domain-filter.ts";
import { addDays, type Period, toDay } from "../../period.ts";
import { judgeReporter, type ReporterJudgement } from "./judge-reporter.ts";

/** Reporters of an answer: those with the most messages. */
export const REPORTERS_MAX = 1_000;
/** Days up to the end of the period that tell how a reporter usually reports; the whole period, where it is longer. */
export const HISTORY_DAYS = 90;

export type JudgedReporter = Reporter & ReporterJudgement;

export interface JudgedReporters {
  /** Those with the most messages first. */
  readonly reporters: readonly JudgedReporter[];
  /** Reporters beyond {@link REPORTERS_MAX}. */
  readonly omitted: number;
  /** Messages of all reporters in the period. */
  readonly messages: number;
  /** When reporters were judged: now, or the end of the period. */
  readonly asOf: Date;
}

/** Reads the reporters of a period, and whether each still reports. */
export async function readJudgedReporters(
  { records, now }: Pick<ApiContext, "records" | "now">,
  organizationId: string,
  filter: Omit<SumsFilter, "records">,
): Promise<JudgedReporters> {
  const asOf = new Date(Math.min(now().getTime(), Date.parse(addDays(filter.endDate, 1))));
  const lastDay = toLastDay(filter, now());
  const [historyStart = lastDay] = [addDays(lastDay, 1 - HISTORY_DAYS), filter.startDate].sort();
  const question = { ...filter, historyStart, reportersMax: REPORTERS_MAX };
  const { reporters, total, messages } = await records.readReporters(organizationId, question);
  const judged = reporters.map((reporter) => ({ ...reporter, ...judgeReporter(reporter, asOf) }));
  return { reporters: judged, omitted: total - judged.length, messages, asOf };
}

/** What has come in of the newest seven days of a period, without those in the future, the oldest first. */
export async function readNewestDays(
  { records, now }: Pick<ApiContext, "records" | "now">,
  organizationId: string,
  filter: Omit<SumsFilter, "records">,
): Promise<DayCompleteness[]> {
  const { startDate, endDate: _, ...scope } = filter;
  const days = await records.readCompleteness(organizationId, { ...scope, lastDay: toLastDay(filter, now()) });
  return days.filter(({ day }) => day >= startDate);
}

function toLastDay({ endDate }: Period, now: Date): string {
  const [lastDay = endDate] = [endDate, toDay(now.getTime())].sort();
  return lastDay;
}
