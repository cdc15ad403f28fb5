import { formatDay } from "../format/dates.ts";

/** UTC days, both inclusive: YYYY-MM-DD. */
export interface Days {
  readonly start: string;
  readonly end: string;
}

export type Period =
  | { readonly kind: "last"; readonly days: number }
  | { readonly kind: "month"; readonly month: string }
  | { readonly kind: "between"; readonly days: Days };

export const LAST_DAYS = [7, 30, 90, 365] as const;
export const DEFAULT_PERIOD: Period = { kind: "last", days: 30 };

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const DAYS_MAX = 18_300;

/** The period that an address names; the last 30 days if it names none, or one that cannot be. */
export function readPeriod({ days, month, from, to }: Readonly<Record<string, string | undefined>>): Period {
  if (from !== undefined && to !== undefined && DAY.test(from) && DAY.test(to) && from <= to) {
    return { kind: "between", days: { start: from, end: to } };
  }
  if (month !== undefined && MONTH.test(month)) return { kind: "month", month };
  const count = Number(days);
  return Number.isInteger(count) && count >= 1 && count <= DAYS_MAX ? { kind: "last", days: count } : DEFAULT_PERIOD;
}

/** The parameters of an address for a period; the default needs none. */
export function writePeriod(period: Period): Readonly<Record<"days" | "month" | "from" | "to", string | undefined>> {
  const none = { days: undefined, month: undefined, from: undefined, to: undefined };
  if (period.kind === "between") return { ...none, from: period.days.start, to: period.days.end };
  if (period.kind === "month") return { ...none, month: period.month };
  return { ...none, days: period.days === 30 ? undefined : String(period.days) };
}

/** The days of a period. The last days include today, of which little has come in yet. */
export function toDays(period: Period, now: Date): Days {
  if (period.kind === "between") return period.days;
  if (period.kind === "month")
    return { start: `${period.month}-01`, end: addDays(`${shiftMonth(period.month, 1)}-01`, -1) };
  const end = now.toISOString().slice(0, 10);
  return { start: addDays(end, 1 - period.days), end };
}

/** The period before: the month before a month, and of a running month its same days; else as many days. */
export function toDaysBefore(period: Period, now: Date): Days {
  if (period.kind === "month") {
    const before = toDays({ kind: "month", month: shiftMonth(period.month, -1) }, now);
    const today = now.toISOString().slice(0, 10);
    const sameDay = `${before.start.slice(0, 7)}-${today.slice(8)}`;
    const isRunning = today.startsWith(period.month) && sameDay < before.end;
    return isRunning ? { start: before.start, end: sameDay } : before;
  }
  const { start, end } = toDays(period, now);
  return { start: addDays(start, -countDays({ start, end })), end: addDays(start, -1) };
}

export function describePeriod(period: Period): string {
  if (period.kind === "last") return `the last ${period.days} days`;
  return period.kind === "month"
    ? describeMonth(period.month)
    : `${formatDay(period.days.start)} to ${formatDay(period.days.end)}`;
}

export function describePeriodBefore(period: Period): string {
  if (period.kind === "month") return describeMonth(shiftMonth(period.month, -1));
  return period.kind === "last" ? `the ${period.days} days before` : `the ${countDays(period.days)} days before`;
}

export function describeMonth(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

/** The months that the picker offers, newest first. */
export function listMonths(count: number, now: Date): string[] {
  const current = now.toISOString().slice(0, 7);
  return Array.from({ length: count }, (_, index) => shiftMonth(current, -index));
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

function countDays({ start, end }: Days): number {
  return (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
}

function shiftMonth(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}
