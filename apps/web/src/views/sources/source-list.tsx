import { useLocation } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { readSenders } from "../../filter/sender-filter.ts";
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

/** Single addresses, each with what it is and what to do about it. */
export function SourceList() {
  const { parameters } = useFilter();
  const senders = readSenders(useLocation().query);
  const listed = { ...parameters, ...senders, verdicts: true };
  const query = { ...listed, sort: useSort(SORTS, "-total_count"), page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["sources", query],
    ask: (client, signal) => client.reports.listSources(query, { signal }),
  });
  return (
    <Panel
      title="Single addresses"
      note={asked.data && countOf(asked.data.meta.total, "address", "addresses")}
      actions={
        <CsvLink toPath={(client) => client.toCsvPath("listSources", { query: listed })} what="single addresses" />
      }
    >
      <Chosen senders={senders} />
      <Answered asked={asked} what="the addresses">
        {({ data, meta }) =>
          data.length === 0 ? (
            <NoMail
              what={Object.keys(senders).length > 0 ? "such source was reported" : "source was reported"}
              meta={meta}
            />
          ) : (
            <>
              <SourceTable rows={data} start={meta.period.start} />
              <Pager meta={meta} />
            </>
          )
        }
      </Answered>
    </Panel>
  );
}
