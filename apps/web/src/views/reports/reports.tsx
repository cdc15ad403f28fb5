import { useLocation } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { describePeriod } from "../../filter/period.ts";
import { countOf } from "../../format/numbers.ts";
import { CsvLink } from "../../parts/csv-link.tsx";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { toReportQuery } from "./report-list.ts";
import { ReportsFilter } from "./reports-filter.tsx";
import { ReportsTable } from "./reports-table.tsx";

const PER_PAGE = 50;

/** The reports of a period: who sent them, about what, and why they are believed. */
export function ReportsView() {
  const { filter, parameters } = useFilter();
  const query = toReportQuery(parameters, useLocation().query);
  const page = { ...query, page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["reports", page],
    ask: (client, signal) => client.reports.list(page, { signal }),
  });
  const total = asked.data?.meta.total;
  const { sort: _order, ...whole } = query;
  return (
    <View
      title="Reports"
      lead={total !== undefined && `${countOf(total, "report")} of ${describePeriod(filter.period)}.`}
    >
      <ReportsFilter />
      <Panel
        title="What receivers reported"
        note="Each counts for the UTC day in the middle of its period."
        actions={<CsvLink toPath={(client) => client.toCsvPath("listReports", { query: whole })} what="reports" />}
      >
        <Answered asked={asked} what="the reports">
          {({ data, meta }) =>
            data.length === 0 ? (
              <NoReports />
            ) : (
              <>
                <ReportsTable reports={data} />
                <Pager meta={meta} />
              </>
            )
          }
        </Answered>
      </Panel>
    </View>
  );
}

function NoReports() {
  const { linkTo } = useFilter();
  const mayUpload = useScope("ingest:write");
  return (
    <Empty title="No reports match.">
      <p>
        <a href={paths.reports}>Show all reports of the last 30 days</a>
        {mayUpload && (
          <>
            {" "}
            or <a href={linkTo(paths.upload)}>upload some</a>
          </>
        )}
        .
      </p>
    </Empty>
  );
}
