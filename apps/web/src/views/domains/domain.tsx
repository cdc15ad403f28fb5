import type { ComponentChildren } from "preact";
import { useRoute } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { Answered } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { AlertsTab } from "./alerts/alerts-tab.tsx";
import { DnsTab } from "./dns/dns-tab.tsx";
import { useDomainTabs } from "./domain-tabs.ts";
import { HistoryTab } from "./history-tab.tsx";
import type { DomainTab } from "./next-steps.ts";
import { ReadinessTab } from "./readiness/readiness-tab.tsx";
import { ReportersTab } from "./reporters/reporters-tab.tsx";
import { SettingsTab } from "./settings/settings-tab.tsx";
import { StateTab } from "./state-tab.tsx";
import type { Domain } from "./words.ts";

/** One domain: where it stands, and what is next. */
export function DomainView() {
  const id = useRoute().params.id ?? "";
  const { linkTo } = useFilter();
  const { current, tabs } = useDomainTabs();
  const asked = useAnswer({
    key: ["domain", id],
    ask: (client, signal) => client.domains.read(id, { signal }),
  });
  const isCurrent = !asked.isPlaceholderData;
  const title = (isCurrent && asked.data?.data.domain) || "Domain";
  return (
    <View
      title={title}
      heading={<DomainName name={title} />}
      actions={<a href={linkTo(paths.domains, { domain: undefined })}>All domains</a>}
    >
      <Tabs label="Parts of the domain" tabs={tabs} />
      <Answered asked={asked} what="the domain">
        {({ data }) => <Part key={data.id} tab={current} domain={data} />}
      </Answered>
    </View>
  );
}

const PARTS: Readonly<Record<DomainTab, (props: { readonly domain: Domain }) => ComponentChildren>> = {
  state: StateTab,
  dns: DnsTab,
  readiness: ReadinessTab,
  reporters: ReportersTab,
  history: HistoryTab,
  alerts: AlertsTab,
  settings: SettingsTab,
};

function Part({ tab, domain }: { readonly tab: DomainTab; readonly domain: Domain }) {
  const Shown = PARTS[tab];
  return (
    <div class="stack">
      <Shown domain={domain} />
    </div>
  );
}
