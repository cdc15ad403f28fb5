import { useRoute } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { countOf } from "../../format/numbers.ts";
import { CsvLink } from "../../parts/csv-link.tsx";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { RawXml } from "./raw-xml.tsx";
import { Records } from "./records.tsx";
import { type Report, ReportFacts } from "./report-facts.tsx";
import { ReportWarnings } from "./report-warnings.tsx";

/** A report may have a million records. */
const PER_PAGE = 100;

/** One report: its facts, and its records beside the XML that they were read from. */
export function ReportView() {
  const id = useRoute().params.id ?? "";
  const { linkTo } = useFilter();
  const page = { page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["report", id, page],
    ask: (client, signal) => client.reports.readPage(id, page, { signal }),
  });
  const reporter = asked.data?.data.reporter;
  return (
    <View
      title={reporter ? `Report of ${reporter}` : "Report"}
      actions={<a href={linkTo(paths.reports)}>All reports</a>}
    >
      <Answered asked={asked} what="the report">
        {({ data }) => (
          <div class="stack">
            <Panel title="Facts">
              <ReportFacts report={data} />
            </Panel>
            <ReportWarnings report={data} />
            <div class="side-by-side">
              <RecordsPanel report={data} page={page} />
              <RawXml id={data.id} isKept={data.raw_url !== null} />
            </div>
          </div>
        )}
      </Answered>
    </View>
  );
}

interface RecordsPanelProps {
  readonly report: Report;
  readonly page: { readonly page: number; readonly per_page: number };
}

function RecordsPanel({ report: { id, domain_id: domain, records, record_count: total }, page }: RecordsPanelProps) {
  const meta = { total, ...page, total_pages: Math.ceil(total / page.per_page) };
  return (
    <Panel
      title="Records"
      note={`${countOf(total, "record")}: what the reporter saw of each source.`}
      actions={<CsvLink toPath={(client) => client.toCsvPath("readReport", { path: { id } })} what="records" />}
    >
      {records.length === 0 ? (
        <Empty title="This page has no records." />
      ) : (
        <Records records={records} domain={domain} />
      )}
      {meta.total_pages > 1 && <Pager meta={meta} />}
    </Panel>
  );
}
