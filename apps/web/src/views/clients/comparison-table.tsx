import type { Client } from "@ruaflow/client";
import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { ClientLink } from "../../parts/client-link.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { Rate } from "../../parts/figures.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { CountBeside, RateBefore } from "./beside.tsx";
import { type ClientGrouping, nameGroup } from "./groupings.ts";

type Group = Awaited<ReturnType<Client["reports"]["readAggregateGroups"]>>["data"][number];

interface ComparisonTableProps {
  readonly rows: readonly Group[];
  readonly grouping: ClientGrouping;
}

/** A row for each group; its name leads to its home, its figures to records, sources, failures and domains. */
export function ComparisonTable({ rows, grouping }: ComparisonTableProps) {
  const { linkTo } = useFilter();
  /** Rows without a value cannot be asked for alone. */
  const link = (path: string, { key }: Group, text: string) =>
    key === null ? text : <a href={linkTo(path, grouping.toChange(key))}>{text}</a>;
  /** The group's home; of a label, the overview of its domains. */
  const toHome = (row: Group) => {
    const name = nameGroup(row, grouping);
    if (row.key === null) return name;
    if (grouping.by === "client") return <ClientLink reference={row.key} />;
    if (grouping.by === "domain")
      return (
        <a href={linkTo(fillPath(paths.domain, { id: row.key }))}>
          <DomainName name={name} />
        </a>
      );
    return link(paths.overview, row, name);
  };
  return (
    <Table
      caption={`${grouping.tab} side by side`}
      rows={rows}
      toKey={({ key }) => key ?? ""}
      defaultSort="-emails"
      columns={[
        {
          title: grouping.title,
          sort: "key",
          cell: (row) => <div class="group-name">{toHome(row)}</div>,
        },
        ...toClientColumn(grouping),
        {
          title: "Messages",
          isNumber: true,
          sort: "emails",
          cell: (row) => link(paths.records, row, formatCount(row.emails)),
        },
        {
          title: "Messages before",
          isNumber: true,
          sort: "emails_change",
          cell: ({ emails, previous }) => <CountBeside now={emails} before={previous.emails} />,
        },
        {
          title: "Failed",
          isNumber: true,
          sort: "failed",
          cell: (row) => (row.failed > 0 ? link(paths.failures, row, formatCount(row.failed)) : "0"),
        },
        {
          title: "Failed before",
          isNumber: true,
          sort: "failed_change",
          cell: ({ failed, previous }) => <CountBeside now={failed} before={previous.failed} rise="bad" />,
        },
        { title: "Passed", isNumber: true, sort: "pass_rate", cell: (row) => <Rate {...row} /> },
        { title: "Passed before", isNumber: true, sort: "pass_rate_change", cell: (row) => <RateBefore {...row} /> },
        { title: "Sources", isNumber: true, cell: (row) => link(paths.sources, row, formatCount(row.sources)) },
        ...toDomainsColumn(grouping, (row) => link(paths.domains, row, formatCount(row.domains))),
      ]}
    />
  );
}

/** Of domains only: whose each is. */
function toClientColumn({ by }: ClientGrouping): Column<Group>[] {
  return by === "domain"
    ? [
        {
          title: "Client",
          cell: ({ client_reference: client }) =>
            client === null || client === undefined ? (
              "–"
            ) : (
              <span class="line">
                <ClientLink reference={client} />
              </span>
            ),
        },
      ]
    : [];
}

function toDomainsColumn({ by }: ClientGrouping, cell: Column<Group>["cell"]): Column<Group>[] {
  return by === "domain" ? [] : [{ title: "Domains", isNumber: true, cell }];
}
