import type { Client } from "@ruaflow/client";
import { useFilter } from "../../filter/filter.ts";
import { type RecordParameters, toRecordChanges } from "../../filter/sender-filter.ts";
import { formatDay } from "../../format/dates.ts";
import { formatCount, formatRate, toPercent } from "../../format/numbers.ts";
import { ClassChip } from "../../parts/chips.tsx";
import { DomainLinks } from "../../parts/domain-links.tsx";
import { Rate } from "../../parts/figures.tsx";
import { SourceName } from "../../parts/source-name.tsx";
import { SourceVerdict } from "../../parts/source-verdict.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { ADDRESSES } from "./groupings.ts";

export type Source = Awaited<ReturnType<Client["reports"]["listSources"]>>["data"][number];

interface SourceTableProps {
  readonly rows: readonly Source[];
  /** First UTC day of the period: sources seen first since then are new. */
  readonly start: string;
  /** What selects the messages of all rows. */
  readonly records: RecordParameters;
  /** All rows are of one sender, whose causes and next steps are shown elsewhere. */
  readonly isOfOne?: boolean;
}

export function SourceTable({ rows, start, records, isOfOne = false }: SourceTableProps) {
  const { linkTo } = useFilter();
  const toDetail = (address: string, domain?: string) =>
    linkTo(paths.sources, { by: ADDRESSES, source_ip: address, ...(domain && { domain }) });
  return (
    <Table
      caption="Single addresses"
      rows={rows}
      toKey={({ source_ip: address }) => address}
      defaultSort="-total_count"
      columns={[
        {
          title: "Source",
          sort: "source_ip",
          cell: (row) => (
            <SourceName
              source={row}
              href={toDetail(row.source_ip)}
              isNamed={!isOfOne}
              mark={row.first_seen.slice(0, 10) >= start ? "new" : undefined}
            />
          ),
        },
        isOfOne
          ? { title: "Class", cell: (row) => row.class && <ClassChip name={row.class} /> }
          : { title: "What it is, and what to do", cell: (row) => <SourceVerdict source={row} /> },
        toMessagesColumn((source_ip) => linkTo(paths.records, toRecordChanges({ ...records, source_ip }))),
        {
          title: "Passed, aligned by",
          hint: "alignment",
          isNumber: true,
          sort: "pass_rate",
          cell: (row) => (
            <>
              <Rate passed={row.pass_count} failed={row.total_count - row.pass_count} />
              <Aligned source={row} />
            </>
          ),
        },
        { title: "First seen", sort: "first_seen", cell: (row) => formatDay(row.first_seen) },
        { title: "Last seen", sort: "last_seen", cell: (row) => formatDay(row.last_seen) },
        {
          title: "Domains",
          cell: (row) => (
            <DomainLinks
              domains={row.domains.map((domain) => ({ ...domain, messages: domain.total_count }))}
              count={row.domain_count}
              most={1}
              toRows={(id) => toDetail(row.source_ip, id)}
            />
          ),
        },
      ]}
    />
  );
}

/** Each figure leads to its records. */
function toMessagesColumn(toRecords: (address: string) => string): Column<Source> {
  return {
    title: "Messages",
    isNumber: true,
    sort: "total_count",
    cell: ({ source_ip: address, total_count: count }) => <a href={toRecords(address)}>{formatCount(count)}</a>,
  };
}

/** How much of the mail passed for the domain of its From header. */
function Aligned({
  source: { spf_aligned: spf, dkim_aligned: dkim, total_count: whole },
}: {
  readonly source: Source;
}) {
  return (
    <div class="muted small" title="aligned: passed for the domain of the From header">
      SPF {formatRate(toPercent(spf, whole))}
      <br />
      DKIM {formatRate(toPercent(dkim, whole))}
      <span class="unseen"> aligned</span>
    </div>
  );
}
