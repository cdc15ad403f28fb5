import { formatCount, formatSeconds } from "../../format/numbers.ts";
import { Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import type { ServiceState } from "./judge.ts";

/** How far each group of readers is behind in the log. */
export function Topics({ topics: { items, error } }: Pick<ServiceState, "topics">) {
  return (
    <Panel title="Lag in the log" note="Messages that each consumer group has not read yet">
      {items.length === 0 ? (
        <Empty title={error ?? "No group reads the log."} />
      ) : (
        <Table
          caption="Topics of the log"
          rows={items}
          toKey={({ topic, group }) => `${topic} ${group}`}
          columns={[
            { title: "Topic", cell: ({ topic }) => <code class="line">{topic}</code> },
            { title: "Read by", cell: ({ group }) => <code class="line">{group}</code> },
            { title: "Partitions", isNumber: true, cell: ({ partitions }) => formatCount(partitions) },
            { title: "Messages behind", isNumber: true, cell: ({ messages }) => formatCount(messages) },
            { title: "Time behind", isNumber: true, cell: ({ seconds }) => formatSeconds(seconds) },
          ]}
        />
      )}
    </Panel>
  );
}
