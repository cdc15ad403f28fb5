import type { Answer } from "@ruaflow/client";
import type { Tone } from "../words.ts";

export type ReportersAnswer = Answer<"listDomainReporters">;
export type Reporter = ReportersAnswer["data"][number];
export type ReporterState = Reporter["state"];

export const STATES: Readonly<
  Record<ReporterState, { readonly text: string; readonly tone: Tone; readonly means: string }>
> = {
  reporting: { text: "reporting", tone: "good", means: "its reports come as usual" },
  late: { text: "late", tone: "warn", means: "its next report is overdue" },
  stopped: { text: "stopped", tone: "bad", means: "no report for a long time" },
  occasional: { text: "occasional", tone: "plain", means: "too few reports to tell when the next is due" },
};

export function toState(text: string | undefined): ReporterState | undefined {
  return (Object.keys(STATES) as ReporterState[]).find((state) => state === text);
}

const DAY_HOURS = 24;

/** 5 hours, 2 days */
export function describeHours(hours: number): string {
  if (hours < 1) return "less than an hour";
  const [count, unit] = hours < 2 * DAY_HOURS ? [Math.round(hours), "hour"] : [Math.round(hours / DAY_HOURS), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The newest policy that a reporter saw, and how it compares with what was published. */
export function describePolicySeen({ policies }: Reporter): string {
  const [newest] = policies;
  if (newest === undefined) return "none seen";
  const seen = newest.p ?? "none stated";
  if (newest.matches === null) return seen;
  return newest.matches ? `${seen}, as published` : `${seen}; differs in ${newest.differs.join(", ")}`;
}
