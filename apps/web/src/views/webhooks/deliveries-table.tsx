import type { Answer } from "@ruaflow/client";
import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { Chip } from "../../parts/chips.tsx";
import { Moment } from "../../parts/figures.tsx";
import { Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { STATUSES } from "./words.ts";

type Row = Answer<"listDeliveries">["data"][number];

export function DeliveriesTable({ webhookId, rows }: { readonly webhookId: string; readonly rows: readonly Row[] }) {
  const { linkTo } = useFilter();
  return (
    <Table
      caption="Deliveries, newest first"
      rows={rows}
      toKey={({ id }) => id}
      columns={[
        {
          title: "Queued",
          cell: ({ id, created_at: at }) => (
            <a class="line" href={linkTo(fillPath(paths.delivery, { id: webhookId, delivery: id }))}>
              <Moment at={at} />
            </a>
          ),
        },
        { title: "Event", cell: ({ event_type: type }) => <code class="line">{type}</code> },
        {
          title: "State",
          cell: ({ status, test }) => (
            <span class="line">
              <Chip tone={STATUSES[status].tone}>{STATUSES[status].text}</Chip>
              {test && <span class="muted"> test</span>}
            </span>
          ),
        },
        { title: "Attempts", isNumber: true, cell: ({ attempt_count: count }) => formatCount(count) },
        { title: "Finished, or next attempt", cell: (row) => <When row={row} /> },
      ]}
    />
  );
}

function When({ row: { finished_at: finished, next_attempt_at: next } }: { readonly row: Row }) {
  if (finished !== null) return <Moment at={finished} />;
  if (next === null) return <span class="muted">–</span>;
  return (
    <>
      next at <Moment at={next} />
    </>
  );
}
