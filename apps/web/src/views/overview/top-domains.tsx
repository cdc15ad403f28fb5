import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { Rate } from "../../parts/figures.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";

const SHOWN = 6;

/** The domains with most failed messages. */
export function TopDomains() {
  const { parameters, linkTo } = useFilter();
  const query = { ...parameters, group_by: "domain" as const, sort: "-failed" as const, per_page: SHOWN };
  const asked = useAnswer({
    key: ["aggregate-groups", query],
    ask: (client, signal) => client.reports.readAggregateGroups(query, { signal }),
  });
  return (
    <Panel
      title="Top failing domains"
      actions={<a href={linkTo(paths.clients, { by: "domain", sort: "-failed" })}>All domains</a>}
    >
      <Answered asked={asked} what="the domains whose mail fails">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No mail was reported in this period." />
          ) : (
            <Table
              caption="Domains by failed messages"
              rows={data}
              toKey={({ key }) => key ?? ""}
              columns={[
                {
                  title: "Domain",
                  cell: ({ key, domain }) => (
                    <a href={linkTo(paths.failures, { domain: key ?? "" })}>
                      <DomainName name={domain ?? key ?? ""} />
                    </a>
                  ),
                },
                {
                  title: "Failed",
                  isNumber: true,
                  cell: ({ key, failed }) => (
                    <a href={linkTo(paths.records, { domain: key ?? "", result: "fail" })}>{formatCount(failed)}</a>
                  ),
                },
                {
                  title: "Passed",
                  isNumber: true,
                  cell: ({ passed, failed }) => <Rate passed={passed} failed={failed} />,
                },
              ]}
            />
          )
        }
      </Answered>
    </Panel>
  );
}
