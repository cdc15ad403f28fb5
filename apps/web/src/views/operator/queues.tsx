import { formatCount, formatSeconds } from "../../format/numbers.ts";
import { Chip } from "../../parts/chips.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import { isLate, type ServiceState } from "./judge.ts";

/** What waits to be done, and for how long. */
export function Queues({ state: { queues, deliveries } }: { readonly state: ServiceState }) {
  const { pending, delivering, held, error } = deliveries;
  return (
    <Panel
      title="What waits"
      note={
        error ??
        `Webhook deliveries: ${show(pending)} wait for an attempt, ${show(delivering)} are being sent, ${show(held)} are held for inactive webhooks.`
      }
    >
      <Table
        caption="Queues"
        rows={queues}
        toKey={({ name }) => name}
        columns={[
          { title: "What", cell: ({ name }) => name },
          { title: "Waiting", isNumber: true, cell: ({ waiting }) => show(waiting) },
          {
            title: "Oldest",
            isNumber: true,
            cell: ({ seconds }) => (seconds === null ? "not known" : formatSeconds(seconds)),
          },
          { title: "State", cell: (queue) => <State queue={queue} /> },
          { title: "Done by", cell: ({ process }) => process ?? <code class="line">ruaflow replay --unstored</code> },
        ]}
      />
    </Panel>
  );
}

function State({ queue: { name, seconds, error } }: { readonly queue: ServiceState["queues"][number] }) {
  if (error !== null) {
    return (
      <>
        <Chip tone="bad">not known</Chip> {error}
      </>
    );
  }
  return isLate(name, seconds) ? <Chip tone="bad">late</Chip> : <Chip tone="good">in time</Chip>;
}

function show(count: number | null): string {
  return count === null ? "not known" : formatCount(count);
}
