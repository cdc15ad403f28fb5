import type { Client } from "@ruaflow/client";
import { useFilter } from "../../filter/filter.ts";
import { toSenderChange } from "../../filter/sender-filter.ts";
import { describeCountry } from "../../format/countries.ts";
import { formatCount } from "../../format/numbers.ts";
import { Change, Rate } from "../../parts/figures.tsx";
import { SenderLink } from "../../parts/sender-link.tsx";
import { Share } from "../../parts/share.tsx";
import { Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { ADDRESSES, type SourceGrouping } from "./groupings.ts";

type Group = Awaited<ReturnType<Client["reports"]["readSourceGroups"]>>["data"][number];

interface GroupTableProps {
  readonly rows: readonly Group[];
  /** Messages of all groups, once they are known. */
  readonly whole: number | undefined;
  readonly grouping: SourceGrouping;
}

/** Groups side by side; each figure leads to the addresses or the failures of its group. */
export function GroupTable({ rows, whole, grouping: { groupBy, title, unknown, tab } }: GroupTableProps) {
  const { linkTo } = useFilter();
  const toAddresses = ({ key }: Group) => linkTo(paths.sources, { by: ADDRESSES, ...toSenderChange(groupBy, key) });
  const toFailures = ({ key }: Group) => linkTo(paths.failures, toSenderChange(groupBy, key));
  const toText = ({ key }: Group) => (key === null ? unknown : groupBy === "country" ? describeCountry(key) : key);
  return (
    <Table
      caption={`Sources ${tab.toLowerCase()}`}
      rows={rows}
      toKey={({ key }) => key ?? ""}
      defaultSort="-emails"
      columns={[
        {
          title,
          sort: "key",
          cell: (row) =>
            groupBy === "sender" ? (
              <SenderLink name={row.key} kind={row.sender_kind} />
            ) : (
              <a href={toAddresses(row)}>{toText(row)}</a>
            ),
        },
        {
          title: "Share of mail",
          isNumber: true,
          cell: ({ emails }) => whole !== undefined && <Share part={emails} whole={whole} />,
        },
        {
          title: "Messages",
          isNumber: true,
          sort: "emails",
          cell: (row) => <a href={toAddresses(row)}>{formatCount(row.emails)}</a>,
        },
        {
          title: "Change",
          isNumber: true,
          sort: "emails_change",
          cell: ({ emails, previous }) => <Change now={emails} before={previous.emails} />,
        },
        {
          title: "Failed",
          isNumber: true,
          sort: "failed",
          cell: (row) => (row.failed > 0 ? <a href={toFailures(row)}>{formatCount(row.failed)}</a> : "0"),
        },
        {
          title: "Change of failed",
          isNumber: true,
          cell: ({ failed, previous }) => <Change now={failed} before={previous.failed} rise="bad" />,
        },
        { title: "Passed", isNumber: true, sort: "pass_rate", cell: (row) => <Rate {...row} /> },
        {
          title: "Sources",
          isNumber: true,
          cell: (row) => <a href={toAddresses(row)}>{formatCount(row.sources)}</a>,
        },
        { title: "Domains", isNumber: true, cell: (row) => <a href={toAddresses(row)}>{formatCount(row.domains)}</a> },
      ]}
    />
  );
}
