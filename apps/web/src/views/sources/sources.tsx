import { useLocation } from "preact-iso";
import { useFilter } from "../../filter/filter.ts";
import { FilterBar } from "../../filter/filter-bar.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { ADDRESSES, groupings, readGrouping } from "./groupings.ts";
import { SourceDetail } from "./source-detail.tsx";
import { SourceGroups } from "./source-groups.tsx";
import { SourceList } from "./source-list.tsx";

/** Who sends mail in the name of the domains. */
export function SourcesView() {
  const { query } = useLocation();
  const { linkTo } = useFilter();
  const grouping = readGrouping(query);
  const { source_ip: address } = query;
  const tabs = groupings.map(({ by, tab }, index) => ({
    text: tab,
    href: linkTo(paths.sources, { by: index === 0 ? undefined : by }),
    isCurrent: by === grouping?.by,
  }));
  const single = { text: "Single addresses", href: linkTo(paths.sources, { by: ADDRESSES }), isCurrent: !grouping };
  const isOne = Boolean(address) && !address?.includes("/");
  return (
    <View title="Sources" lead="Who sends mail in the name of your domains, and how much of it passes DMARC.">
      <FilterBar />
      <Tabs label="How sources are shown" tabs={[...tabs, single]} />
      {grouping ? (
        <SourceGroups key={grouping.by} grouping={grouping} />
      ) : isOne && address ? (
        <SourceDetail key={address} address={address} />
      ) : (
        <SourceList />
      )}
    </View>
  );
}
