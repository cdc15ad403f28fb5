import { useLocation } from "preact-iso";
import { toAddress } from "../../address.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Panel } from "../../parts/view.tsx";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { type Counts, countStatus, useCounts } from "./use-counts.ts";
import { STATUSES, type Status, type Webhook } from "./words.ts";

/** What was sent to a webhook, or waits to be sent. */
export function Deliveries({ webhook: { id } }: { readonly webhook: Webhook }) {
  const status = readStatus(useLocation().query.status);
  const query = { ...(status && { status }), page: usePage(), per_page: 20 };
  const asked = useAnswer({
    key: ["deliveries", id, query],
    ask: (client, signal) => client.webhooks.listDeliveries(id, query, { signal }),
  });
  return (
    <Panel title="Deliveries" note="of the last 30 days">
      <StatusTabs id={id} status={status} counts={useCounts()} />
      {status && <p class="muted">{STATUSES[status].means}</p>}
      <Answered asked={asked} what="the deliveries">
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title={status ? "No delivery is in this state." : "Nothing was sent yet. Send a test below."} />
          ) : (
            <>
              <DeliveriesTable webhookId={id} rows={data} />
              <Pager meta={meta} />
            </>
          )
        }
      </Answered>
    </Panel>
  );
}

interface StatusTabsProps {
  readonly id: string;
  readonly status: Status | undefined;
  readonly counts: Counts | undefined;
}

function StatusTabs({ id, status, counts }: StatusTabsProps) {
  const { path, query } = useLocation();
  const names = Object.keys(STATUSES).filter(isStatus);
  const toTab = (name: Status | undefined) => ({
    text: name === undefined ? "all" : STATUSES[name].text,
    href: toAddress(path, { ...query, page: undefined, status: name }),
    isCurrent: status === name,
    count: countStatus(counts, id, name === undefined ? names : [name]),
  });
  return <Tabs label="States of deliveries" tabs={[undefined, ...names].map(toTab)} />;
}

function readStatus(text: string | undefined): Status | undefined {
  return text !== undefined && isStatus(text) ? text : undefined;
}

function isStatus(text: string): text is Status {
  return Object.hasOwn(STATUSES, text);
}
