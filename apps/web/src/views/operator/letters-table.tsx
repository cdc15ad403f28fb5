import type { Answer } from "@ruaflow/client";
import { formatBytes } from "../../format/numbers.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { Moment } from "../../parts/figures.tsx";
import { Table } from "../../parts/table.tsx";

type Letter = Answer<"listDeadLetters">["data"][number];

/** No links: letters are of all organizations, and the page shows those of one. */
export function LettersTable({ rows }: { readonly rows: readonly Letter[] }) {
  return (
    <Table
      caption="Dead letters, newest first"
      rows={rows}
      toKey={({ id }) => id}
      columns={[
        {
          title: "Set aside",
          cell: ({ time }) => <Moment at={time} />,
        },
        { title: "Reason", cell: ({ reason }) => reason },
        { title: "Detail", cell: ({ detail }) => <p class="name">{detail}</p> },
        {
          title: "Domain",
          cell: ({ domain }) => (domain === null ? <span class="muted">no report</span> : <DomainName name={domain} />),
        },
        { title: "From", cell: ({ topic }) => <code class="line">{topic ?? "not known"}</code> },
        { title: "Size", isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
        { title: "Replayed", cell: ({ replayed_at: at }) => (at === null ? "no" : <Moment at={at} />) },
        { title: "Id", cell: ({ id }) => <code class="line">{id}</code> },
      ]}
    />
  );
}
