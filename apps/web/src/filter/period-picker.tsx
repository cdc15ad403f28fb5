import { useState } from "preact/hooks";
import { useAnswer } from "../data/use-answer.ts";
import { DEFAULT_PERIOD, describeMonth, LAST_DAYS, listMonths, type Period, toDays } from "./period.ts";

interface PeriodPickerProps {
  readonly period: Period;
  choose(period: Period): void;
}

const MONTHS = 12;
/** Ten years. */
const MONTHS_MAX = 120;
const BETWEEN = "between";

/** The last days, a month, or any days. All are days of UTC, as those of the reports. */
export function PeriodPicker({ period, choose }: PeriodPickerProps) {
  const [isOpen, setOpen] = useState(period.kind === "between");
  const now = new Date();
  const earliest = useEarliestMonth();
  const select = (value: string) => {
    setOpen(value === BETWEEN);
    if (value === BETWEEN) choose({ kind: "between", days: toDays(period, now) });
    else choose(value.includes("-") ? { kind: "month", month: value } : { kind: "last", days: Number(value) });
  };
  return (
    <div class="period">
      <label class="picker">
        <span>Period (UTC days)</span>
        <select value={toValue(period)} onChange={(event) => select(event.currentTarget.value)}>
          <optgroup label="Last days">
            {toChoices(period).map((days) => (
              <option key={days} value={String(days)}>
                last {days} days
              </option>
            ))}
          </optgroup>
          <optgroup label="Months">
            {toMonths(period, { now, earliest }).map((month) => (
              <option key={month} value={month}>
                {describeMonth(month)}
              </option>
            ))}
          </optgroup>
          <option value={BETWEEN}>from … to …</option>
        </select>
      </label>
      {isOpen && period.kind === "between" && <Between days={period.days} choose={choose} />}
    </div>
  );
}

function toValue(period: Period): string {
  if (period.kind === "last") return String(period.days);
  return period.kind === "month" ? period.month : BETWEEN;
}

/** Also the number of days that an address names. */
function toChoices(period: Period): number[] {
  const named = period.kind === "last" ? [period.days] : [];
  return [...new Set([...LAST_DAYS, ...named])].toSorted((a, b) => a - b);
}

/** From the earliest report on, at least the last twelve; also the month that an address names. */
function toMonths(period: Period, { now, earliest }: { now: Date; earliest: string | null }): string[] {
  const named = period.kind === "month" ? [period.month] : [];
  const reported = listMonths(MONTHS_MAX, now).filter(
    (month, index) => index < MONTHS || (earliest !== null && month >= earliest),
  );
  return [...new Set([...reported, ...named])].toSorted().toReversed();
}

/** An answer about any day says which days of the same domains have reports. */
const ANY_DAY = "2000-01-01";
/** A session of the page: older reports come with an import, after which a view is opened anew. */
const SELDOM_MS = 86_400_000;

function useEarliestMonth(): string | null {
  const asked = useAnswer({
    key: ["span"],
    ask: (client, signal) => client.reports.readAggregate({ start_date: ANY_DAY, end_date: ANY_DAY }, { signal }),
    everyMs: SELDOM_MS,
  });
  return asked.data?.meta.earliest_day?.slice(0, 7) ?? null;
}

interface BetweenProps {
  readonly days: { readonly start: string; readonly end: string };
  choose(period: Period): void;
}

function Between({ days, choose }: BetweenProps) {
  const change = (next: Partial<typeof days>) => {
    const { start, end } = { ...days, ...next };
    if (start === "" || end === "") return choose(DEFAULT_PERIOD);
    choose({ kind: "between", days: start <= end ? { start, end } : { start: end, end: start } });
  };
  return (
    <>
      <label class="picker">
        <span>From</span>
        <input type="date" value={days.start} onChange={(event) => change({ start: event.currentTarget.value })} />
      </label>
      <label class="picker">
        <span>To</span>
        <input type="date" value={days.end} onChange={(event) => change({ end: event.currentTarget.value })} />
      </label>
    </>
  );
}
