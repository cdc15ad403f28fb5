import { useLocation } from "preact-iso";
import { toAddress } from "../address.ts";
import { useFilter } from "../filter/filter.ts";
import { toNearestDays } from "../filter/nearest-days.ts";
import { describePeriod, toDays } from "../filter/period.ts";
import { formatDay } from "../format/dates.ts";
import { countOf } from "../format/numbers.ts";
import { Empty } from "./states.tsx";

interface NoMailProps {
  /** Of "No … in the last 30 days": "source was reported". */
  readonly what: string;
  readonly meta: {
    readonly reports_outside_period: number;
    readonly earliest_day: string | null;
    readonly latest_day: string | null;
  };
}

/** Says that the period has none, and which days have reports. */
export function NoMail({ what, meta }: NoMailProps) {
  const { path, query } = useLocation();
  const { filter } = useFilter();
  const { reports_outside_period: outside, earliest_day: from, latest_day: to } = meta;
  const all = { ...query, page: undefined, days: undefined, month: undefined };
  const nearest = toNearestDays(toDays(filter.period, new Date()), meta);
  return (
    <Empty title={`No ${what} in ${describePeriod(filter.period)}.`}>
      {outside > 0 && from !== null && to !== null && (
        <p>
          {countOf(outside, "report")} of other days:{" "}
          {nearest !== null && nearest.start !== from && (
            <>
              <a href={toAddress(path, { ...all, from: nearest.start, to: nearest.end })}>
                look at {formatDay(nearest.start)} to {formatDay(nearest.end)}
              </a>
              , or{" "}
            </>
          )}
          <a href={toAddress(path, { ...all, from, to })}>
            look at {formatDay(from)} to {formatDay(to)}
          </a>
        </p>
      )}
    </Empty>
  );
}
