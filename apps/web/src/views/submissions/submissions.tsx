import { useLocation } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { FilterBar } from "../../filter/filter-bar.tsx";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Answered } from "../../parts/states.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { Filters } from "./filters.tsx";
import { NoSubmissions } from "./no-submissions.tsx";
import { readState, toSubmissionsQuery } from "./query.ts";
import { StateTabs } from "./state-tabs.tsx";
import { SubmissionsTable } from "./submissions-table.tsx";
import { Verdict } from "./verdict.tsx";

const PER_PAGE = 50;

/** What arrived, and what became of it. */
export function SubmissionsView() {
  const { query: address } = useLocation();
  const { parameters, linkTo } = useFilter();
  const mayUpload = useScope("ingest:write");
  const state = readState(address);
  const query = toSubmissionsQuery(parameters, address);
  const listed = { ...query, ...(state && { state }), page: usePage(), per_page: PER_PAGE };
  const counts = useAnswer({
    key: ["submission-counts", query],
    ask: (client, signal) => client.submissions.count(query, { signal }),
  });
  const asked = useAnswer({
    key: ["submissions", listed],
    ask: (client, signal) => client.submissions.list(listed, { signal }),
  });
  return (
    <View
      title="Arrived"
      lead={counts.data && <Verdict counts={counts.data.data} />}
      actions={
        <a class="button" href={linkTo(paths.upload, mayUpload ? {} : { tab: "explain" })}>
          {mayUpload ? "Upload" : "Explain a file"}
        </a>
      }
    >
      <FilterBar />
      <Panel title="What arrived">
        <StateTabs counts={counts.data?.data} />
        <Filters />
        <Answered asked={asked} what="what arrived">
          {({ data, meta }) =>
            data.length === 0 ? (
              <NoSubmissions />
            ) : (
              <>
                <SubmissionsTable rows={data} />
                <Pager meta={meta} />
              </>
            )
          }
        </Answered>
      </Panel>
    </View>
  );
}
