import { useLocation } from "preact-iso";
import { useFilter } from "../../filter/filter.ts";
import { FilterBar } from "../../filter/filter-bar.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { Comparison } from "./comparison.tsx";
import { groupings, readGrouping } from "./groupings.ts";

/** Clients, labels or domains side by side, each beside the period before. */
export function ClientsView() {
  const { linkTo } = useFilter();
  const grouping = readGrouping(useLocation().query.by);
  const tabs = groupings.map(({ by, tab }, index) => ({
    text: tab,
    href: linkTo(paths.clients, { by: index === 0 ? undefined : by }),
    isCurrent: by === grouping.by,
  }));
  return (
    <View
      title="Clients"
      lead="Compare clients with each other and with the period before. To compare two months, choose a month."
    >
      <FilterBar />
      <Tabs label="What is compared" tabs={tabs} />
      <Comparison key={grouping.by} grouping={grouping} />
    </View>
  );
}
