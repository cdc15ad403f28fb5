import type { Answer } from "@ruaflow/client";
import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatBytes, formatCount } from "../../format/numbers.ts";
import { StateChip } from "../../parts/arrivals/chips.tsx";
import { describeReason } from "../../parts/arrivals/reasons.ts";
import { describeChannel, OUTCOMES } from "../../parts/arrivals/words.ts";
import { Moment } from "../../parts/figures.tsx";
import { Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";

type Row = Answer<"listSubmissions">["data"][number];

export function SubmissionsTable({ rows }: { readonly rows: readonly Row[] }) {
  const { linkTo } = useFilter();
  return (
    <Table
      caption="Arrived, newest first"
      rows={rows}
      toKey={({ id }) => id}
      columns={[
        {
          title: "File or subject",
          cell: ({ id, name }) => (
            <a class="name" href={linkTo(fillPath(paths.arrival, { id }))}>
              {name || "without a name"}
            </a>
          ),
        },
        { title: "State", cell: ({ state }) => <StateChip state={state} /> },
        { title: "What became of it", cell: (row) => <Outcomes row={row} /> },
        {
          title: "Received",
          cell: ({ received_at: at }) => <Moment at={at} />,
        },
        { title: "Arrived by", cell: ({ channel }) => <span class="line">{describeChannel(channel)}</span> },
        {
          title: "Entries",
          isNumber: true,
          cell: ({ outcomes }) => formatCount(outcomes.reduce((sum, { entries }) => sum + entries, 0)),
        },
        { title: "Size", isNumber: true, cell: ({ size_bytes: bytes }) => (bytes === null ? "–" : formatBytes(bytes)) },
      ]}
    />
  );
}

/** "2 stored; 1 refused: incomplete, its end is missing" */
function Outcomes({ row: { outcomes } }: { readonly row: Row }) {
  if (outcomes.length === 0) return <span class="muted">still being read</span>;
  return (
    <ul class="bare">
      {outcomes.map(({ outcome, reason, entries }) => (
        <li key={`${outcome} ${reason}`}>
          {formatCount(entries)} {OUTCOMES[outcome].text}
          {reason && <span class="muted">: {describeReason(reason)}</span>}
        </li>
      ))}
    </ul>
  );
}
