import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { Rate } from "../../parts/figures.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";

const SHOWN = 6;

/** The services that sent most. */
export function TopServices() {
  const { parameters, linkTo } = useFilter();
  const query = { ...parameters, group_by: "service" as const, sort: "-emails" as const, per_page: SHOWN };
  const asked = useAnswer({
    key: ["source-groups", query],
    ask: (client, signal) => client.reports.readSourceGroups(query, { signal }),
  });
  return (
    <Panel title="Who sends" actions={<a href={linkTo(paths.sources)}>All sources</a>}>
      <Answered asked={asked} what="the services that send">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No sources were reported in this period." />
          ) : (
            <Table
              caption="Services by messages"
              rows={data}
              toKey={({ key }) => key ?? ""}
              columns={[
                { title: "Service", cell: ({ key }) => key ?? "other sources" },
                { title: "Messages", isNumber: true, cell: (row) => formatCount("emails" in row ? row.emails : 0) },
                { title: "Passed", isNumber: true, cell: (row) => <Rate passed={row.passed} failed={row.failed} /> },
              ]}
            />
          )
        }
      </Answered>
    </Panel>
  );
}
