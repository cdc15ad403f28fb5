import { useSourceGroups } from "../../data/use-mail.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { Rate } from "../../parts/figures.tsx";
import { SenderLink } from "../../parts/sender-link.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";

const SHOWN = 6;

/** The senders that sent most. */
export function TopSenders() {
  const { parameters, linkTo } = useFilter();
  const query = { ...parameters, group_by: "sender" as const, sort: "-emails" as const, per_page: SHOWN };
  const asked = useSourceGroups(query);
  return (
    <Panel title="Senders" actions={<a href={linkTo(paths.sources)}>All senders</a>}>
      <Answered asked={asked} what="the senders">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No sources were reported in this period." />
          ) : (
            <Table
              caption="Senders by messages"
              rows={data}
              toKey={({ key }) => key ?? ""}
              columns={[
                { title: "Sender", cell: (row) => <SenderLink name={row.key} kind={row.sender_kind} /> },
                { title: "Messages", isNumber: true, cell: (row) => formatCount(row.emails) },
                { title: "Passed", isNumber: true, cell: (row) => <Rate passed={row.passed} failed={row.failed} /> },
              ]}
            />
          )
        }
      </Answered>
    </Panel>
  );
}
