import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { Chip } from "../../parts/chips.tsx";
import { Moment } from "../../parts/figures.tsx";
import { Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { type Counts, countStatus } from "./use-counts.ts";
import { describeWebhook, type Status, type Webhook } from "./words.ts";

interface WebhooksTableProps {
  readonly rows: readonly Webhook[];
  readonly counts: Counts | undefined;
}

export function WebhooksTable({ rows, counts }: WebhooksTableProps) {
  const { linkTo } = useFilter();
  const toCount = (statuses: readonly Status[]) => (webhook: Webhook) => (
    <Count webhook={webhook} counts={counts} statuses={statuses} />
  );
  return (
    <Table
      caption="Webhooks"
      rows={rows}
      toKey={({ id }) => id}
      columns={[
        {
          title: "Endpoint",
          cell: ({ id, url }) => (
            <a class="name" href={linkTo(fillPath(paths.webhook, { id }))}>
              {url}
            </a>
          ),
        },
        { title: "State", cell: (webhook) => <StateChip webhook={webhook} /> },
        { title: "Events", cell: ({ events }) => events.join(", ") },
        { title: "Delivered", isNumber: true, cell: toCount(["delivered"]) },
        { title: "Waiting", isNumber: true, cell: toCount(["pending"]) },
        { title: "Failed", isNumber: true, cell: toCount(["exhausted"]) },
        { title: "Held", isNumber: true, cell: toCount(["held"]) },
        {
          title: "Last event",
          cell: ({ last_triggered_at: at }) => (at === null ? <span class="muted">none yet</span> : <Moment at={at} />),
        },
      ]}
    />
  );
}

function StateChip({ webhook }: { readonly webhook: Webhook }) {
  const { text, tone, means } = describeWebhook(webhook);
  return (
    <>
      <Chip tone={tone}>{text}</Chip>
      {tone !== "good" && <p class="muted">{means}</p>}
      {webhook.missed_events > 0 && <p class="bad">{formatCount(webhook.missed_events)} events were missed</p>}
    </>
  );
}

interface CountProps extends Omit<WebhooksTableProps, "rows"> {
  readonly webhook: Webhook;
  readonly statuses: readonly Status[];
}

/** A count that leads to its deliveries. */
function Count({ webhook: { id }, counts, statuses }: CountProps) {
  const { linkTo } = useFilter();
  const count = countStatus(counts, id, statuses);
  if (count === undefined) return <>…</>;
  if (count === 0) return <>0</>;
  return <a href={linkTo(fillPath(paths.webhook, { id }), { status: statuses[0] })}>{formatCount(count)}</a>;
}
