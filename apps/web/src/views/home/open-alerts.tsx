import { fillPath } from "../../address.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { type DomainParameters, useFilter } from "../../filter/filter.ts";
import { showDomains } from "../../format/idn.ts";
import { countOf } from "../../format/numbers.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { Moment } from "../../parts/figures.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";

interface OpenAlertsProps {
  readonly parameters: DomainParameters;
  /** The list behind them. */
  readonly all: { readonly href: string; readonly text: string };
  /** True where the alerts are of several domains. */
  readonly namesDomains?: boolean;
}

const SHOWN = 5;

/** The newest open alerts. */
export function OpenAlerts({ parameters, all, namesDomains = false }: OpenAlertsProps) {
  const { linkTo } = useFilter();
  const query = { ...parameters, state: "triggered" as const, per_page: SHOWN };
  const asked = useAnswer({
    key: ["alerts", query],
    ask: (client, signal) => client.alerts.list(query, { signal }),
  });
  const more = (asked.data?.meta.total ?? 0) - SHOWN;
  return (
    <Panel
      title="Alerts"
      note={more > 0 && `${countOf(more, "more alert is", "more alerts are")} open.`}
      actions={<a href={all.href}>{all.text}</a>}
    >
      <Answered asked={asked} what="the alerts">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No alert is open." />
          ) : (
            <ul class="list">
              {data.map(({ id, domain, domain_id, summary, triggered_at: at }) => (
                <li key={id}>
                  {namesDomains && (
                    <>
                      <a href={linkTo(fillPath(paths.domain, { id: domain_id }), { client: undefined, tab: "alerts" })}>
                        <DomainName name={domain} />
                      </a>
                      :{" "}
                    </>
                  )}
                  {showDomains(summary)}{" "}
                  <span class="muted">
                    since <Moment at={at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Panel>
  );
}
