import { useAggregate } from "../../data/use-mail.ts";
import { useFilter } from "../../filter/filter.ts";
import { FilterBar } from "../../filter/filter-bar.tsx";
import { describePeriod } from "../../filter/period.ts";
import { toDomainText } from "../../format/idn.ts";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useSession } from "../../session/session.ts";
import { isFirstRun } from "../first-run/first-run.ts";
import { FirstRun } from "../first-run/first-run.tsx";
import { Cards } from "../home/cards.tsx";
import { MailPerDay } from "./mail-per-day.tsx";
import { TopAttention } from "./top-attention.tsx";
import { TopDomains } from "./top-domains.tsx";
import { TopSenders } from "./top-senders.tsx";
import { useReportedDays } from "./use-reported-days.ts";
import { Verdict } from "./verdict.tsx";

/** Telling the services of more sources apart takes seconds. */
const SERVICES_UP_TO = 20_000;

/** Whether anything is broken right now, and how much mail there was. */
export function OverviewView() {
  const { filter, parameters, parametersBefore } = useFilter();
  const mail = useAggregate(parameters);
  const before = useAggregate(parametersBefore);
  const isMoved = useReportedDays(mail);
  const { share } = useSession().session;
  if (!share && isFirstRun(mail.data, filter)) return <FirstRun />;
  const sources = mail.data?.data.totals.sources;
  return (
    <View title={share ? `Overview of ${toDomainText(share.subject)}` : "Overview"} lead={<Verdict mail={mail.data} />}>
      <FilterBar />
      {isMoved && <p class="notice">The last 30 days have no reports: these are the days up to the latest one.</p>}
      <div class="reserve-mail">
        <Answered asked={mail} what={`the mail of ${describePeriod(filter.period)}`}>
          {(answer) => (
            <>
              <Cards
                mail={answer.data}
                before={before.data?.data}
                earliestDay={before.data?.meta.earliest_day ?? null}
              />
              <MailPerDay answer={answer} />
            </>
          )}
        </Answered>
      </div>
      <div class="columns">
        <TopAttention />
        {sources !== undefined && (sources <= SERVICES_UP_TO ? <TopSenders /> : <TopDomains />)}
      </div>
    </View>
  );
}
