import { formatCount } from "../../format/numbers.ts";
import { Chip } from "../../parts/chips.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { Table } from "../../parts/table.tsx";
import { type ExplainedRecord, readRecord } from "./explained-record.ts";

interface RecordsTableProps {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly caption: string;
}

/** The records of an explained report. */
export function RecordsTable({ records, caption }: RecordsTableProps) {
  return (
    <Table
      caption={caption}
      rows={records.map(readRecord)}
      toKey={({ ordinal }) => ordinal}
      columns={[
        { title: "Source", cell: ({ source }) => <code>{source}</code> },
        { title: "Messages", isNumber: true, cell: ({ count }) => formatCount(count) },
        { title: "DMARC", cell: ({ hasPassed }) => <Passed hasPassed={hasPassed} /> },
        { title: "From", cell: ({ headerFrom }) => <DomainName name={headerFrom} /> },
        { title: "DKIM", hint: "dkim", cell: (record) => <Check aligned={record.dkim} found={record.dkimFound} /> },
        { title: "SPF", hint: "spf", cell: (record) => <Check aligned={record.spf} found={record.spfFound} /> },
        { title: "What the receiver did", hint: "disposition", cell: ({ disposition }) => disposition },
      ]}
    />
  );
}

function Passed({ hasPassed }: Pick<ExplainedRecord, "hasPassed">) {
  return <Chip tone={hasPassed ? "good" : "bad"}>{hasPassed ? "passed" : "failed"}</Chip>;
}

/** Whether the check counts for the domain of the From address, and what was found. */
function Check({ aligned, found }: { readonly aligned: string; readonly found: string }) {
  return (
    <>
      {aligned}
      {found && <span class="muted"> · {found}</span>}
    </>
  );
}
