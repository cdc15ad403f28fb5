import type { Client } from "@ruaflow/client";
import { useLocation } from "preact-iso";
import { useAnswer } from "../../../data/use-answer.ts";
import { ofDomain, useFilter } from "../../../filter/filter.ts";
import { ParameterSelect } from "../../../filter/parameter-fields.tsx";
import { showDomains } from "../../../format/idn.ts";
import { Chip } from "../../../parts/chips.tsx";
import { Moment } from "../../../parts/figures.tsx";
import { Pager, usePage } from "../../../parts/pager.tsx";
import { Answered, Empty } from "../../../parts/states.tsx";
import { Table } from "../../../parts/table.tsx";
import { Panel } from "../../../parts/view.tsx";
import { paths } from "../../../paths.ts";
import { useDomainLinks } from "../domain-links.ts";
import { RULES } from "../settings/rules.ts";
import type { Domain } from "../words.ts";

type Alert = Awaited<ReturnType<Client["alerts"]["list"]>>["data"][number];

const PER_PAGE = 20;
const STATES = [
  { value: "triggered", text: "open" },
  { value: "cleared", text: "ended" },
] as const;

/** Open and ended alerts. */
export function AlertsTab({ domain: { id } }: { readonly domain: Domain }) {
  const { query: address } = useLocation();
  const { toDomain } = useDomainLinks();
  const state = STATES.find(({ value }) => value === address.state)?.value;
  const query = { domain_id: id, ...(state && { state }), page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["alerts", query],
    ask: (client, signal) => client.alerts.list(query, { signal }),
  });
  return (
    <>
      <search class="filter-bar" aria-label="Which alerts">
        <ParameterSelect label="State" name="state" all="open and ended" options={STATES} />
      </search>
      <Panel title="Alerts" actions={<a href={toDomain(id, "settings")}>Alert rules</a>}>
        <Answered asked={asked} what="the alerts">
          {({ data, meta }) =>
            data.length === 0 ? (
              <Empty title={state === "triggered" ? "No alert is open." : "No alerts yet."} />
            ) : (
              <>
                <Alerts alerts={data} />
                <Pager meta={meta} />
              </>
            )
          }
        </Answered>
      </Panel>
    </>
  );
}

function Alerts({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { linkTo } = useFilter();
  return (
    <Table
      caption="Alerts"
      rows={alerts}
      toKey={({ id }) => id}
      columns={[
        {
          title: "State",
          cell: ({ state }) => (state === "triggered" ? <Chip tone="bad">open</Chip> : <Chip tone="plain">ended</Chip>),
        },
        { title: "Rule", cell: ({ rule }) => RULES[rule].title },
        { title: "What happened", cell: ({ summary }) => <div class="words">{showDomains(summary)}</div> },
        {
          title: "Source",
          cell: ({ source_ip: address, domain_id: domain }) =>
            address !== null && (
              <a href={linkTo(paths.reports, { ...ofDomain(domain), source_ip: address })}>{address}</a>
            ),
        },
        { title: "Since", cell: ({ triggered_at: at }) => <Moment at={at} /> },
        { title: "Until", cell: ({ cleared_at: at }) => (at === null ? "" : <Moment at={at} />) },
      ]}
    />
  );
}
