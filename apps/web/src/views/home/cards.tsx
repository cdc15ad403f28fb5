import { type Changes, useFilter } from "../../filter/filter.ts";
import { describePeriodBefore } from "../../filter/period.ts";
import { formatDay } from "../../format/dates.ts";
import { formatCount, formatRate } from "../../format/numbers.ts";
import { Card, Change } from "../../parts/figures.tsx";
import { paths } from "../../paths.ts";
import { countMail, type Mail } from "./mail.ts";

interface CardsProps {
  readonly mail: Mail;
  readonly before: Mail | undefined;
  /** The first day with a report; `null`: there is none. */
  readonly earliestDay: string | null;
  /** Of links to the rows: whose mail it is, where the address does not say so. */
  readonly scope?: Changes;
}

/** Four figures, each beside that of the period before. */
export function Cards({ mail, before, earliestDay, scope = {} }: CardsProps) {
  const { filter, linkTo, parametersBefore } = useFilter();
  const { failed } = countMail(mail);
  // Without data of the whole earlier period, a change says when reports began, and nothing about mail.
  const isCovered = earliestDay !== null && earliestDay <= parametersBefore.start_date;
  const failedBefore = before && countMail(before).failed;
  const than = describePeriodBefore(filter.period);
  const rateBefore = before && before.totals.emails > 0 ? formatRate(before.authentication.dmarc_pass_rate) : "no mail";
  const isEmpty = mail.totals.emails === 0;
  // No report is no statement about mail.
  const toValue = (count: number) => (isEmpty ? "–" : formatCount(count));
  const began = earliestDay === null ? "no earlier data" : `reports began ${formatDay(earliestDay)}`;
  const toNote = (now: number, then: number | undefined, rise?: "good" | "bad") =>
    // The place of what is not there yet is kept.
    then === undefined || isEmpty ? (
      <>&nbsp;</>
    ) : isCovered ? (
      <>
        <Change now={now} before={then} {...(rise && { rise })} /> against {formatCount(then)} in {than}
      </>
    ) : (
      began
    );
  return (
    <div class="cards">
      <Card
        title="Messages"
        value={toValue(mail.totals.emails)}
        note={toNote(mail.totals.emails, before?.totals.emails)}
        href={linkTo(paths.records, scope)}
      />
      <Card
        title="Passed DMARC"
        value={isEmpty ? "–" : formatRate(mail.authentication.dmarc_pass_rate)}
        note={before === undefined || isEmpty ? <>&nbsp;</> : isCovered ? `against ${rateBefore} in ${than}` : began}
        href={linkTo(paths.sources, { ...scope, sort: "pass_rate" })}
      />
      <Card
        title="Failed"
        value={toValue(failed)}
        note={toNote(failed, failedBefore, "bad")}
        href={linkTo(paths.failures, scope)}
      />
      <Card
        title="Sources"
        value={toValue(mail.totals.sources)}
        note={toNote(mail.totals.sources, before?.totals.sources)}
        href={linkTo(paths.sources, scope)}
      />
    </div>
  );
}
