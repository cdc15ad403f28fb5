import { useSourceGroups } from "../../data/use-mail.ts";
import { useFilter } from "../../filter/filter.ts";
import { type SenderParameters, toSenderChange } from "../../filter/sender-filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { Rate } from "../../parts/figures.tsx";
import { Answered } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { ADDRESSES } from "../sources/groupings.ts";

/** The classes of a sender's sources, each with its messages. */
export function SenderClasses({ senders }: { readonly senders: SenderParameters }) {
  const { parameters, linkTo } = useFilter();
  const query = { ...parameters, ...senders, group_by: "class" as const };
  const asked = useSourceGroups(query);
  const toRows = (name: string | null) =>
    linkTo(paths.sources, {
      ...{ by: ADDRESSES, class: name ?? undefined },
      ...toSenderChange("sender", senders.sender || null),
    });
  return (
    <Panel title="Whose mail it is">
      <Answered asked={asked} what="its classes">
        {({ data }) => (
          <Table
            caption="Classes of this sender"
            rows={data}
            toKey={({ key }) => key ?? ""}
            columns={[
              { title: "Class", cell: ({ key }) => <a href={toRows(key)}>{key}</a> },
              { title: "Addresses", isNumber: true, cell: ({ sources }) => formatCount(sources) },
              {
                title: "Messages",
                isNumber: true,
                cell: ({ key, emails }) => <a href={toRows(key)}>{formatCount(emails)}</a>,
              },
              { title: "Passed", isNumber: true, cell: (row) => <Rate {...row} /> },
            ]}
          />
        )}
      </Answered>
    </Panel>
  );
}
