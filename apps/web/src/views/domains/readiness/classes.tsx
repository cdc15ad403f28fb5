import { formatCount } from "../../../format/numbers.ts";
import { ClassChip } from "../../../parts/chips.tsx";
import { Table } from "../../../parts/table.tsx";
import { Panel } from "../../../parts/view.tsx";
import type { Readiness } from "./words.ts";

/** The mail of the period by what it is. */
export function Classes({ readiness: { classes } }: { readonly readiness: Readiness }) {
  return (
    <Panel title="Mail by class">
      <Table
        caption="Mail by class"
        rows={classes}
        toKey={({ class: name }) => name}
        columns={[
          { title: "Class", cell: ({ class: name }) => <ClassChip name={name} /> },
          { title: "Messages", isNumber: true, cell: ({ messages }) => formatCount(messages) },
          { title: "Would be refused", isNumber: true, cell: ({ lost }) => formatCount(lost.reject) },
          { title: "Would be refused if strict", isNumber: true, cell: ({ lost }) => formatCount(lost.strict) },
        ]}
      />
    </Panel>
  );
}
