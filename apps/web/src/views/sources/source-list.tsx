import { useLocation } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { type RecordParameters, readRecordFilters } from "../../filter/sender-filter.ts";
import { countOf } from "../../format/numbers.ts";
import { Chosen } from "../../parts/chosen.tsx";
import { CsvLink } from "../../parts/csv-link.tsx";
import { NoMail } from "../../parts/no-mail.tsx";
import { Pager, usePage } from "../../parts/pager.tsx";
import { useSort } from "../../parts/sort.ts";
import { Answered } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { SourceTable } from "./source-table.tsx";

const PER_PAGE = 25;
const SORTS = ["total_count", "pass_rate", "source_ip", "first_seen", "last_seen"] as const;

/** The addresses that the address of the page selects. */
export function SourceList() {
  const records = readRecordFilters(useLocation().query);
  return <Addresses title="Single addresses" records={records} chosen={records} />;
}

interface AddressesProps {
  readonly title: string;
  readonly records: RecordParameters;
  /** Which of these are shown, to be taken back. */
  readonly chosen: RecordParameters;
  readonly isOfOne?: boolean;
}

/** Single addresses, each with what it is and what to do about it. */
export function Addresses({ title, records, chosen, isOfOne = false }: AddressesProps) {
  const { parameters } = useFilter();
  const listed = { ...parameters, ...records, verdicts: true };
  const query = { ...listed, sort: useSort(SORTS, "-total_count"), page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["sources", query],
    ask: (client, signal) => client.reports.listSources(query, { signal }),
  });
  return (
    <Panel
      title={title}
      note={asked.data && countOf(asked.data.meta.total, "address", "addresses")}
      actions={
        <CsvLink toPath={(client) => client.toCsvPath("listSources", { query: listed })} what="single addresses" />
      }
    >
      <Chosen senders={chosen} />
      <Answered asked={asked} what="the addresses">
        {({ data, meta }) =>
          data.length === 0 ? (
            <NoMail
              what={Object.keys(records).length > 0 ? "such source was reported" : "source was reported"}
              meta={meta}
            />
          ) : (
            <>
              <SourceTable rows={data} start={meta.period.start} records={records} isOfOne={isOfOne} />
              <Pager meta={meta} />
            </>
          )
        }
      </Answered>
    </Panel>
  );
}
