import { useAggregate, useSourceGroups } from "../../data/use-mail.ts";
import { useFilter } from "../../filter/filter.ts";
import { describePeriod, describePeriodBefore } from "../../filter/period.ts";
import { LazyMap } from "../../map/lazy-map.tsx";
import { CsvLink } from "../../parts/csv-link.tsx";
import { Pager, usePage } from "../../parts/pager.tsx";
import { useSort } from "../../parts/sort.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { GroupTable } from "./group-table.tsx";
import type { SourceGrouping } from "./groupings.ts";

const PER_PAGE = 50;
const SORTS = ["emails", "failed", "pass_rate", "emails_change", "key"] as const;

/** The sources of the period in groups. */
export function SourceGroups({ grouping }: { readonly grouping: SourceGrouping }) {
  const { filter, parameters, linkTo } = useFilter();
  const { groupBy, tab, note } = grouping;
  const grouped = { ...parameters, group_by: groupBy };
  const query = { ...grouped, sort: useSort(SORTS, "-emails"), page: usePage(), per_page: PER_PAGE };
  const asked = useSourceGroups(query);
  const whole = useAggregate(parameters);
  return (
    <Panel
      title={`Sources ${tab.toLowerCase()}`}
      note={`${note} Changes are against ${describePeriodBefore(filter.period)}.`}
      actions={
        <CsvLink
          toPath={(client) => client.toCsvPath("listSources", { query: grouped })}
          what={`sources ${tab.toLowerCase()}`}
        />
      }
    >
      <Answered asked={asked} what={`the sources ${tab.toLowerCase()}`}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title={`No sources were reported in ${describePeriod(filter.period)}.`}>
              <p>
                <a href={linkTo(paths.reports)}>See which reports there are</a>, or choose another period.
              </p>
            </Empty>
          ) : (
            <>
              {groupBy === "country" && <LazyMap countries={data} />}
              <GroupTable rows={data} whole={whole.data?.data.totals.emails} grouping={grouping} />
              <Pager meta={meta} />
            </>
          )
        }
      </Answered>
    </Panel>
  );
}
