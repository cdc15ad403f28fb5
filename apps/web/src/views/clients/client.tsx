import { useRoute } from "preact-iso";
import { MailChart } from "../../chart/mail-chart.tsx";
import { ofClient, useFilter } from "../../filter/filter.ts";
import { PeriodBar } from "../../filter/filter-bar.tsx";
import { describePeriod } from "../../filter/period.ts";
import { NoMail } from "../../parts/no-mail.tsx";
import { ShareLink } from "../../parts/share-link.tsx";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { Cards } from "../home/cards.tsx";
import { OpenAlerts } from "../home/open-alerts.tsx";
import { type RowsScope, TopSenders } from "../home/top-senders.tsx";
import { ClientDomains } from "./client-domains.tsx";
import { ClientLead } from "./client-lead.tsx";
import { type ClientMail, useClientMail } from "./use-client.ts";

/** One client: how its mail does, which of its domains need a look, and who sends for it. */
export function ClientView() {
  const reference = useRoute().params.reference ?? "";
  const { linkTo } = useFilter();
  const mayReadDomains = useScope("domains:read");
  const asked = useClientMail(reference);
  const scope = ofClient(reference);
  return (
    <View
      title={`Client ${reference}`}
      lead={<ClientLead reference={reference} mail={asked.mail} />}
      actions={
        <>
          <ShareLink reach={{ client_reference: reference }} name={reference} path={paths.overview} />
          <a href={linkTo(paths.clients)}>All clients</a>
        </>
      }
    >
      <PeriodBar />
      <Mail asked={asked} scope={scope} />
      <div class="reserve-list">{mayReadDomains && <ClientDomains key={reference} reference={reference} />}</div>
      <TopSenders parameters={asked.parameters} scope={scope} />
      {mayReadDomains && (
        <OpenAlerts
          parameters={{ client_reference: reference }}
          all={{ href: linkTo(paths.domains, { ...scope, alerts: "open" }), text: "Domains with open alerts" }}
          namesDomains
        />
      )}
    </View>
  );
}

interface MailProps {
  readonly asked: ClientMail;
  readonly scope: RowsScope;
}

/** The totals beside those of the period before, and the chart. */
function Mail({ asked: { parameters, mail, before }, scope }: MailProps) {
  const { filter } = useFilter();
  return (
    <div class="reserve-mail">
      <Answered asked={mail} what={`the mail of ${describePeriod(filter.period)}`}>
        {({ data, meta }) =>
          data.totals.emails === 0 ? (
            <NoMail what="mail was reported" meta={meta} />
          ) : (
            <>
              <Cards
                mail={data}
                before={before.data?.data}
                earliestDay={before.data?.meta.earliest_day ?? null}
                scope={scope}
              />
              <MailChart days={data.daily} parameters={parameters} />
            </>
          )
        }
      </Answered>
    </div>
  );
}
