import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { NoMail } from "../../parts/no-mail.tsx";
import { Answered } from "../../parts/states.tsx";
import { SourceDays } from "./source-days.tsx";
import { SourceDomains } from "./source-domains.tsx";
import { SourceEvidence } from "./source-evidence.tsx";
import { SourceFacts } from "./source-facts.tsx";
import { SourceOverrides } from "./source-overrides.tsx";

/** One address: what it is, when it sent, for which domains, and what its class was derived from. */
export function SourceDetail({ address }: { readonly address: string }) {
  const { parameters } = useFilter();
  const query = { ...parameters, source_ip: address, verdicts: true, per_page: 1 };
  const asked = useAnswer({
    key: ["sources", query],
    ask: (client, signal) => client.reports.listSources(query, { signal }),
  });
  return (
    <Answered asked={asked} what={address}>
      {({ data: [source], meta }) =>
        source === undefined ? (
          <NoMail what={`mail of ${address} was reported`} meta={meta} />
        ) : (
          <div class="detail">
            <SourceFacts source={source} start={meta.period.start} />
            <SourceDays senders={{ source_ip: address }} />
            <SourceDomains senders={{ source_ip: address }} changes={{ source_ip: address }} />
            <SourceEvidence source={source} />
            <SourceOverrides source={source} />
          </div>
        )
      }
    </Answered>
  );
}
