import type { Client } from "@ruaflow/client";
import { useAnswer } from "../data/use-answer.ts";
import { type FilterParameters, useFilter } from "../filter/filter.ts";
import { toSenderChange } from "../filter/sender-filter.ts";
import { formatCount } from "../format/numbers.ts";
import { Rate } from "../parts/figures.tsx";
import { Answered, Empty } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";
import { Panel } from "../parts/view.tsx";
import { paths } from "../paths.ts";
import { type Cause, SenderCauses } from "./sender-causes.tsx";

type Group = Awaited<ReturnType<Client["reports"]["readSourceGroups"]>>["data"][number];

/** The domain or client of the rows behind a figure, as the page's address names it. */
export type RowsScope = Readonly<Record<"domain" | "client" | "label", string | undefined>>;

interface TopSendersProps {
  readonly parameters: FilterParameters;
  readonly scope: RowsScope;
}

const SHOWN = 8;
const CAUSES_MAX = 50;

/** The senders with most messages, each with the classes of its mail and what to do. */
export function TopSenders({ parameters, scope }: TopSendersProps) {
  const { linkTo } = useFilter();
  const query = { ...parameters, group_by: "sender" as const, sort: "-emails" as const, per_page: SHOWN };
  const asked = useAnswer({
    key: ["source-groups", query],
    ask: (client, signal) => client.reports.readSourceGroups(query, { signal }),
  });
  return (
    <Panel
      title="Senders"
      actions={
        <>
          <a href={linkTo(paths.failures, scope)}>All failures</a>
          <a href={linkTo(paths.sources, scope)}>All senders</a>
        </>
      }
    >
      <Answered asked={asked} what="the senders">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No senders were reported in this period." />
          ) : (
            <Senders senders={data} parameters={parameters} scope={scope} />
          )
        }
      </Answered>
    </Panel>
  );
}

interface SendersProps extends TopSendersProps {
  readonly senders: readonly Group[];
}

function Senders({ senders, parameters, scope }: SendersProps) {
  const { linkTo } = useFilter();
  const causesOf = useCauses(parameters);
  const toRows = (path: string, { key }: Group) =>
    linkTo(path, { ...scope, by: path === paths.sources ? "address" : undefined, ...toSenderChange("sender", key) });
  return (
    <Table
      caption="Senders by messages"
      rows={senders}
      toKey={({ key }) => key ?? ""}
      columns={[
        { title: "Sender", cell: (row) => <a href={toRows(paths.sources, row)}>{row.key ?? "without a name"}</a> },
        { title: "Messages", isNumber: true, cell: ({ emails }) => formatCount(emails) },
        {
          title: "Failed",
          isNumber: true,
          cell: (row) => (row.failed > 0 ? <a href={toRows(paths.failures, row)}>{formatCount(row.failed)}</a> : "0"),
        },
        { title: "Passed", isNumber: true, cell: ({ passed, failed }) => <Rate passed={passed} failed={failed} /> },
        {
          title: "Class, and what to do",
          cell: ({ key, failed }) => <SenderCauses causes={causesOf(key)} hasFailed={failed > 0} />,
        },
      ]}
    />
  );
}

/** Why the mail of each sender fails, the most messages first. */
function useCauses(parameters: FilterParameters): (sender: string | null) => readonly Cause[] {
  const query = {
    ...parameters,
    group_by: "sender_cause" as const,
    sort: "-failure_count" as const,
    per_page: CAUSES_MAX,
  };
  const asked = useAnswer({
    key: ["failure-groups", query],
    ask: (client, signal) => client.reports.readFailureGroups(query, { signal }),
  });
  const causes = asked.isPlaceholderData ? [] : (asked.data?.data ?? []);
  return (sender) => causes.filter(({ key }) => key === sender);
}
