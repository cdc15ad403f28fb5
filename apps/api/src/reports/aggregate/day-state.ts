import { Type } from "typebox";

const DAY_MS = 86_400_000;

const STATES = {
  complete: "reports have come, and those that are missing are late",
  partial: "reports have come, but the day is today or yesterday (UTC): more are expected",
  none: "no report has come, although reports of later days have: there was no mail, or no receiver reported it",
  pending:
    "no report has come yet: the day is today or yesterday, or no report of your organization is of this day or a later one",
};

export type DayState = keyof typeof STATES;

export const DayStateSchema = Type.Enum(Object.keys(STATES) as DayState[], {
  description: `Whether the reports of the day have come, of any sender that the answer covers; filters of records do not change it. ${Object.entries(
    STATES,
  )
    .map(([state, meaning]) => `${state}: ${meaning}`)
    .join(". ")}.`,
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
