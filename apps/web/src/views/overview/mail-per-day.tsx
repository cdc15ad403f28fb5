import { MailChart } from "../../chart/mail-chart.tsx";
import { toPolicyMarks, useDnsHistory } from "../../chart/policy-changes.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatDay } from "../../format/dates.ts";
import { countOf } from "../../format/numbers.ts";
import type { MailAnswer } from "../home/mail.ts";

/** Messages per day, and when the domain's policy changed: of one domain, for many there would be as many marks as days. */
export function MailPerDay({ answer: { data, meta } }: { readonly answer: MailAnswer }) {
  const { parameters } = useFilter();
  const marks = toPolicyMarks(useDnsHistory(parameters.domain_id));
  const { reports_outside_period: outside, earliest_day: first, latest_day: last } = meta;
  const note =
    outside > 0 && first !== null && last !== null
      ? `${countOf(outside, "report")} outside this period. Reports cover ${formatDay(first)} to ${formatDay(last)}.`
      : undefined;
  return <MailChart days={data.daily} parameters={parameters} marks={marks} note={note} />;
}
