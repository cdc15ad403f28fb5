import { ofDomain, useFilter } from "../../filter/filter.ts";
import { describeCountry } from "../../format/countries.ts";
import { formatCount } from "../../format/numbers.ts";
import { Chip } from "../../parts/chips.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { describeDisposition, type ReportRecord } from "./alignment.ts";
import { DkimResults, Exceptions, Identifiers, SpfResults } from "./results.tsx";

interface RecordsProps {
  readonly records: readonly ReportRecord[];
  readonly domain: string;
}

/** What the reporter saw of each source. */
export function Records({ records, domain }: RecordsProps) {
  const { linkTo } = useFilter();
  const columns: readonly Column<ReportRecord>[] = [
    {
      title: "Address",
      cell: ({ source_ip: address, hostname }) => (
        <>
          <a href={linkTo(paths.reports, { ...ofDomain(domain), source_ip: address })}>{address}</a>
          {hostname !== null && (
            <div class="muted">
              <DomainName name={hostname} />
            </div>
          )}
        </>
      ),
    },
    { title: "Owner", cell: (record) => <Owner record={record} /> },
    { title: "Messages", isNumber: true, cell: ({ count }) => formatCount(count) },
    {
      title: "DMARC",
      cell: ({ dmarc_pass: isPass }) => (isPass ? <Chip tone="good">passed</Chip> : <Chip tone="bad">failed</Chip>),
    },
    {
      title: "What became of it",
      hint: "disposition",
      cell: ({ policy_evaluated: { disposition } }) => describeDisposition(disposition),
    },
    { title: "From domain", cell: ({ identifiers }) => <Identifiers identifiers={identifiers} /> },
    { title: "DKIM", hint: "dkim", cell: (record) => <DkimResults record={record} /> },
    { title: "SPF", hint: "spf", cell: (record) => <SpfResults record={record} /> },
    { title: "Exceptions", cell: (record) => <Exceptions record={record} /> },
  ];
  return (
    <Table caption="Records" columns={columns} rows={records} toKey={(record) => String(records.indexOf(record))} />
  );
}

function Owner({ record: { organization, country } }: { readonly record: ReportRecord }) {
  if (organization === null && country === null) return <span class="muted whole">not known</span>;
  return <>{[organization, country && describeCountry(country)].filter(Boolean).join(", ")}</>;
}
