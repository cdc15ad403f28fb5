import { formatTime } from "../../format/dates.ts";
import { toDomainText } from "../../format/idn.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import { Hint } from "../../hints/hint.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { Rate } from "../../parts/figures.tsx";
import type { Explanation } from "./explanation.ts";
import { RecordsTable } from "./records-table.tsx";
import { Warnings } from "./warnings.tsx";

/** One report of an explained file. */
export function ExplainedReport({ report }: { readonly report: Explanation["reports"][number] }) {
  const { org_name: reporter, domain, begin, end, p: policy, total_count: total, pass_count: passed } = report;
  return (
    <section class="entry">
      <h3>
        {reporter} about <DomainName name={domain} />
      </h3>
      <dl class="facts">
        <dt>Period</dt>
        <dd>
          {toTime(begin)} to {toTime(end)}
        </dd>
        <dt>Messages</dt>
        <dd>
          {formatCount(total)}, of which {formatCount(passed)} passed DMARC{" "}
          <Rate passed={passed} failed={total - passed} />
        </dd>
        <dt>
          <Hint term="policy">Policy</Hint>
        </dt>
        <dd>{policy === null ? "not stated" : <code>p={policy}</code>}</dd>
        <dt>Records</dt>
        <dd>
          {formatCount(report.records)}
          {report.records_skipped > 0 && `; ${formatCount(report.records_skipped)} cannot be stored`}
        </dd>
        <dt>Report id</dt>
        <dd>{report.report_id}</dd>
        <dt>Found in</dt>
        <dd>{report.path}</dd>
      </dl>
      <Warnings warnings={report.warnings} />
      <RecordsTable
        records={report.first_records}
        caption={`Records of ${reporter} about ${toDomainText(domain)} in ${report.path}`}
      />
      {report.records_omitted > 0 && <p class="muted">{countOf(report.records_omitted, "more record")}</p>}
    </section>
  );
}

/** A time that the service could read may still be beyond what a calendar has. */
function toTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : formatTime(date.toISOString());
}
