import { useLocation } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { FilterBar } from "../../filter/filter-bar.tsx";
import { ParameterText } from "../../filter/parameter-fields.tsx";
import { describePeriod } from "../../filter/period.ts";
import { type RecordParameters, readRecordFilters } from "../../filter/sender-filter.ts";
import { countOf } from "../../format/numbers.ts";
import { Chosen } from "../../parts/chosen.tsx";
import { CsvLink } from "../../parts/csv-link.tsx";
import { MailFields } from "../../parts/mail-fields.tsx";
import { NoMail } from "../../parts/no-mail.tsx";
import { Pager, usePage } from "../../parts/pager.tsx";
import { useSort } from "../../parts/sort.ts";
import { Answered } from "../../parts/states.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { DEFAULT_SORT, RecordsTable } from "./records-table.tsx";

const PER_PAGE = 50;
const SORTS = ["date_range", "count"] as const;

/** The records behind a figure: their messages add up to it. */
export function RecordsView() {
  const { filter, parameters } = useFilter();
  const records = readRecordFilters(useLocation().query);
  const listed = { ...parameters, ...records };
  const query = { ...listed, sort: useSort(SORTS, DEFAULT_SORT), page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["records", query],
    ask: (client, signal) => client.reports.listRecords(query, { signal }),
  });
  const meta = asked.data?.meta;
  const lead =
    meta &&
    `${countOf(meta.total_messages, "message")} in ${countOf(meta.total, "record")} of ${describePeriod(filter.period)}.`;
  return (
    <View title="Records" lead={lead}>
      <FilterBar />
      <RecordsFilter records={records} />
      <Panel
        title="What receivers counted"
        note="Each record counts messages from one address with the same results."
        actions={<CsvLink toPath={(client) => client.toCsvPath("listRecords", { query: listed })} what="records" />}
      >
        <Answered asked={asked} what="the records">
          {({ data, meta: found }) =>
            found.total === 0 ? (
              <NoMail
                what={Object.keys(records).length > 0 ? "such message was reported" : "message was reported"}
                meta={found}
              />
            ) : (
              <>
                <RecordsTable records={data} />
                <Pager meta={found} />
              </>
            )
          }
        </Answered>
      </Panel>
    </View>
  );
}

/** Which records are listed. */
function RecordsFilter({ records }: { readonly records: RecordParameters }) {
  // What has a field is not said twice.
  const {
    source_ip: _ip,
    header_from: _from,
    reporter: _reporter,
    result: _result,
    disposition: _,
    ...others
  } = records;
  return (
    <>
      <search class="filter-bar many" aria-label="Which records">
        <ParameterText label="Address or range" name="source_ip" placeholder="192.0.2.0/24" />
        <ParameterText label="From domain" name="header_from" placeholder="news.example.com" />
        <ParameterText label="Reporter" name="reporter" placeholder="full name" />
        <MailFields label="Mail that" />
      </search>
      <Chosen senders={others} />
    </>
  );
}
