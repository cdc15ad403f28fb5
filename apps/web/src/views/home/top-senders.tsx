import type { Client } from "@ruaflow/client";
import { useAnswer } from "../../data/use-answer.ts";
import { type FilterParameters, useFilter } from "../../filter/filter.ts";
import { toSenderChange } from "../../filter/sender-filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { Rate } from "../../parts/figures.tsx";
import { SenderLink } from "../../parts/sender-link.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
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
  const asked = useAnswer({
    key: ["senders", parameters],
    ask: (client, signal) => readSenders(client, parameters, signal),
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
        {({ senders, causes }) =>
          senders.length === 0 ? (
            <Empty title="No senders were reported in this period." />
          ) : (
            <Senders senders={senders} causes={causes} scope={scope} />
          )
        }
      </Answered>
    </Panel>
  );
}

interface SendersProps extends Found {
  readonly scope: RowsScope;
}

function Senders({ senders, causes, scope }: SendersProps) {
  const { linkTo } = useFilter();
  const toFailures = ({ key }: Group) => linkTo(paths.failures, { ...scope, ...toSenderChange("sender", key) });
  const toRows = ({ key }: Group) => linkTo(paths.records, { ...scope, ...toSenderChange("sender", key) });
  return (
    <Table
      caption="Senders by messages"
      rows={senders}
      toKey={({ key }) => key ?? ""}
      columns={[
        {
          title: "Sender",
          cell: ({ key, sender_kind: kind }) => <SenderLink name={key} kind={kind} scope={scope} />,
        },
        {
          title: "Messages",
          isNumber: true,
          cell: (row) => <a href={toRows(row)}>{formatCount(row.emails)}</a>,
        },
        {
          title: "Failed",
          isNumber: true,
          cell: (row) => (row.failed > 0 ? <a href={toFailures(row)}>{formatCount(row.failed)}</a> : "0"),
        },
        { title: "Passed", isNumber: true, cell: ({ passed, failed }) => <Rate passed={passed} failed={failed} /> },
        {
          title: "Class, and what to do",
          cell: ({ key, failed }) => (
            <SenderCauses causes={causes.filter((cause) => cause.key === key)} hasFailed={failed > 0} />
          ),
        },
      ]}
    />
  );
}

interface Found {
  readonly senders: readonly Group[];
  /** The most messages first. */
  readonly causes: readonly Cause[];
}

/** The senders, and why their mail fails: both at once, so that no row changes its height later. */
async function readSenders(client: Client, parameters: FilterParameters, signal: AbortSignal): Promise<Found> {
  const [senders, causes] = await Promise.all([
    client.reports.readSourceGroups(
      { ...parameters, group_by: "sender", sort: "-emails", per_page: SHOWN },
      { signal },
    ),
    client.reports.readFailureGroups(
      { ...parameters, group_by: "sender_cause", sort: "-failure_count", per_page: CAUSES_MAX },
      { signal },
    ),
  ]);
  return { senders: senders.data, causes: causes.data };
}
