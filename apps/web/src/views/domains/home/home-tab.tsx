import { MailChart } from "../../../chart/mail-chart.tsx";
import { toPolicyMarks, useDnsHistory } from "../../../chart/policy-changes.ts";
import { ofDomain, useFilter } from "../../../filter/filter.ts";
import { PeriodBar } from "../../../filter/filter-bar.tsx";
import { describePeriod } from "../../../filter/period.ts";
import { NoMail } from "../../../parts/no-mail.tsx";
import { Answered } from "../../../parts/states.tsx";
import { useScope } from "../../../session/session.ts";
import { OpenAlerts } from "../../home/open-alerts.tsx";
import { TopSenders } from "../../home/top-senders.tsx";
import { useDomainLinks } from "../domain-links.ts";
import { NextSteps } from "../next-steps-list.tsx";
import { Verification } from "../verification.tsx";
import type { Domain } from "../words.ts";
import { About } from "./about.tsx";
import { DnsSection } from "./dns-section.tsx";
import { Journey } from "./journey.tsx";
import { ReportersSection } from "./reporters-section.tsx";
import { useHome } from "./use-home.ts";

/** All that a domain needs to be looked at, in one scroll: its mail, its senders, its policy, DNS, alerts and reporters. */
export function HomeTab({ domain }: { readonly domain: Domain }) {
  const { toDomain } = useDomainLinks();
  const mayReadReports = useScope("reports:read");
  const isVerified = domain.status === "verified";
  return (
    <>
      {(!isVerified || domain.last_report_at === null) && <NextSteps domain={domain} />}
      {!isVerified && <Verification domain={domain} />}
      {domain.last_report_at !== null && mayReadReports && <Mail domain={domain} />}
      <DnsSection domain={domain} />
      <OpenAlerts
        parameters={{ domain_id: domain.id }}
        all={{ href: toDomain(domain.id, "alerts"), text: "All alerts" }}
      />
      {domain.last_report_at !== null && mayReadReports && <ReportersSection domain={domain} />}
      <About domain={domain} />
    </>
  );
}

/** What reports say: the chart, the senders, and what the policy may become. */
function Mail({ domain }: { readonly domain: Domain }) {
  const { filter } = useFilter();
  const { parameters, mail, readiness } = useHome(domain.id);
  const history = useDnsHistory(domain.id);
  const scope = ofDomain(domain.id);
  return (
    <>
      <PeriodBar />
      <div class="reserve-chart">
        <Answered asked={mail} what={`the mail of ${describePeriod(filter.period)}`}>
          {({ data, meta }) =>
            data.totals.emails === 0 ? (
              <NoMail what="mail was reported" meta={meta} />
            ) : (
              <MailChart days={data.daily} parameters={parameters} marks={toPolicyMarks(history)} />
            )
          }
        </Answered>
      </div>
      <TopSenders parameters={parameters} scope={scope} />
      <Answered asked={readiness} what="what the policy may become">
        {({ data }) => <Journey domain={domain} readiness={data} history={history} />}
      </Answered>
    </>
  );
}
