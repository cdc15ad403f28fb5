import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { describePeriod } from "../../filter/period.ts";
import { formatDay } from "../../format/dates.ts";
import { CsvLink } from "../../parts/csv-link.tsx";
import { Pager, usePage } from "../../parts/pager.tsx";
import { useSort } from "../../parts/sort.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { ComparisonTable } from "./comparison-table.tsx";
import type { ClientGrouping } from "./groupings.ts";

const PER_PAGE = 50;
const SORTS = ["key", "emails", "emails_change", "failed", "failed_change", "pass_rate", "pass_rate_change"] as const;

interface Days {
  readonly start: string;
  readonly end: string;
}

const toText = ({ start, end }: Days) => `${formatDay(start)} to ${formatDay(end)}`;

/** The groups of the period, each beside the period before. */
export function Comparison({ grouping }: { readonly grouping: ClientGrouping }) {
  const { filter, parameters, linkTo } = useFilter();
  const { groupBy, tab } = grouping;
  const grouped = { ...parameters, group_by: groupBy };
  const query = { ...grouped, sort: useSort(SORTS, "-emails"), page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["aggregate-groups", query],
    ask: (client, signal) => client.reports.readAggregateGroups(query, { signal }),
  });
  const meta = asked.data?.meta;
  return (
    <Panel
      title={`${tab} side by side`}
      note={meta && `${toText(meta.period)}, beside ${toText(meta.previous_period)} (UTC).`}
      actions={
        <CsvLink toPath={(client) => client.toCsvPath("readAggregate", { query: grouped })} what={tab.toLowerCase()} />
      }
    >
      <Answered asked={asked} what={`the ${tab.toLowerCase()}`}>
        {({ data, meta: pages }) =>
          data.length === 0 ? (
            <Empty title={`No mail was reported in ${describePeriod(filter.period)}.`}>
              <p>
                Choose another period, or see <a href={linkTo(paths.domains)}>which domains there are</a>.
              </p>
            </Empty>
          ) : (
            <>
              <ComparisonTable rows={data} grouping={grouping} />
              <Pager meta={pages} />
            </>
          )
        }
      </Answered>
    </Panel>
  );
}
