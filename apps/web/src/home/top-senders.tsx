import type { Client } from "@ruaflow/client";
import type { ComponentChildren } from "preact";
import { useAnswer } from "../data/use-answer.ts";
import { type FilterParameters, useFilter } from "../filter/filter.ts";
import { toSenderChange } from "../filter/sender-filter.ts";
import { formatCount } from "../format/numbers.ts";
import { Rate } from "../parts/figures.tsx";
import { Answered, Empty } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";
import { Panel } from "../parts/view.tsx";
import { paths } from "../paths.ts";

type Group = Awaited<ReturnType<Client["reports"]["readSourceGroups"]>>["data"][number];

interface TopSendersProps {
  readonly parameters: FilterParameters;
  /** The domain or client, as links to lists name it. */
  readonly scope: Readonly<Record<"domain" | "client" | "label", string | undefined>>;
  /** The class of a sender, and what to do about it. */
  describe(sender: string | null, group: Group): ComponentChildren;
}

const SHOWN = 8;

/** The senders with most messages, each with its class and next step. */
export function TopSenders({ parameters, scope, describe }: TopSendersProps) {
  const { linkTo } = useFilter();
  const query = { ...parameters, group_by: "service" as const, sort: "-emails" as const, per_page: SHOWN };
  const asked = useAnswer({
    key: ["source-groups", query],
    ask: (client, signal) => client.reports.readSourceGroups(query, { signal }),
  });
  const toRows = (path: string, { key }: Group) =>
    linkTo(path, { ...scope, by: path === paths.sources ? "address" : undefined, ...toSenderChange("service", key) });
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
            <Table
              caption="Senders by messages"
              rows={data}
              toKey={({ key }) => key ?? ""}
              columns={[
                {
                  title: "Sender",
                  cell: (row) => <a href={toRows(paths.sources, row)}>{row.key ?? "no known service"}</a>,
                },
                { title: "Messages", isNumber: true, cell: (row) => formatCount(row.emails) },
                {
                  title: "Failed",
                  isNumber: true,
                  cell: (row) =>
                    row.failed > 0 ? <a href={toRows(paths.failures, row)}>{formatCount(row.failed)}</a> : "0",
                },
                { title: "Passed", isNumber: true, cell: (row) => <Rate passed={row.passed} failed={row.failed} /> },
                { title: "Class, and what to do", cell: (row) => describe(row.key, row) },
              ]}
            />
          )
        }
      </Answered>
    </Panel>
  );
}
