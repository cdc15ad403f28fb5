import type { Answer } from "@ruaflow/client";
import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { formatSpan } from "../../format/spans.ts";
import { Chip, ClassChip } from "../../parts/chips.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { SourceName } from "../../parts/source-name.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { describeDisposition } from "../reports/alignment.ts";
import { DkimResults, Exceptions, Identifiers, SpfResults } from "../reports/results.tsx";

type ListedRecord = Answer<"listRecords">["data"][number];

/** The newest period first. */
export const DEFAULT_SORT = "-date_range";

/** Records of several reports; each leads to its report, and its address to all mail of the source. */
export function RecordsTable({ records }: { readonly records: readonly ListedRecord[] }) {
  const { linkTo } = useFilter();
  const columns: readonly Column<ListedRecord>[] = [
    { title: "Report", sort: "date_range", cell: (record) => <Report record={record} /> },
    {
      title: "Source",
      cell: (record) => (
        <SourceName source={record} href={linkTo(paths.sources, { source_ip: record.source_ip })} isNamed />
      ),
    },
    { title: "Class", cell: ({ class: name }) => <ClassChip name={name} /> },
    { title: "Messages", isNumber: true, sort: "count", cell: ({ count }) => formatCount(count) },
    { title: "DMARC", cell: (record) => <Outcome record={record} /> },
    { title: "From domain", cell: ({ identifiers }) => <Identifiers identifiers={identifiers} /> },
    { title: "DKIM", hint: "dkim", cell: (record) => <DkimResults record={record} /> },
    { title: "SPF", hint: "spf", cell: (record) => <SpfResults record={record} /> },
  ];
  return (
    <div class="breaking">
      <Table
        caption="Records"
        columns={columns}
        rows={records}
        toKey={(record) => String(records.indexOf(record))}
        defaultSort={DEFAULT_SORT}
      />
    </div>
  );
}

function Report({ record: { report_id: id, reporter, domain, date_range: span } }: RecordProps) {
  const { linkTo } = useFilter();
  return (
    <div class="name">
      <a href={linkTo(fillPath(paths.report, { id }))}>{reporter || "without a name"}</a>
      <div>{domain === null ? <span class="muted">a deleted domain</span> : <DomainName name={domain} />}</div>
      <div class="muted">{formatSpan(span.begin, span.end)}</div>
    </div>
  );
}

interface RecordProps {
  readonly record: ListedRecord;
}

/** Whether the messages passed, and what the receiver did with them. */
function Outcome({ record }: RecordProps) {
  const { dmarc_pass: isPass, policy_evaluated: evaluated } = record;
  return (
    <>
      {isPass ? <Chip tone="good">passed</Chip> : <Chip tone="bad">failed</Chip>}
      <div>{describeDisposition(evaluated.disposition)}</div>
      <Exceptions record={record} />
    </>
  );
}
