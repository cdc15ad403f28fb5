import { DescribedValues } from "@ruaflow/http/described-values";

const DAY_MS = 86_400_000;

const STATES = {
  complete: "Reports have come. Reports that are missing are late.",
  partial: "Reports have come, but the day is today or yesterday (UTC): more are expected.",
  none: "No report has come, although reports of later days have. There was no mail, or no receiver reported it.",
  pending:
    "No report has come yet. The day is today or yesterday, or your organization has no report of this day or a later one.",
};

export type DayState = keyof typeof STATES;

export const DayStateSchema = DescribedValues<DayState>(STATES, {
  description:
    "Whether reports of the day have come, from any sender that the answer covers. Filters of records do not change it.",
  examples: ["complete"],
});

interface KnownDays {
  /** UTC days with reports, `YYYY-MM-DD`. */
  readonly reported: ReadonlySet<string>;
  /** The last day that any report of the organization is of; `null`: there is none. */
  readonly newest: string | null;
  readonly now: Date;
}

/** Tells the state of a UTC day, `YYYY-MM-DD`. */
export function createDayStates({ reported, newest, now }: KnownDays): (day: string) => DayState {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  return (day) => {
    const isRecent = day >= yesterday;
    if (reported.has(day)) return isRecent ? "partial" : "complete";
    return isRecent || newest === null || day > newest ? "pending" : "none";
  };
}
