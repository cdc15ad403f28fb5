import type { ComponentChildren } from "preact";
import { useRoute } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { toDomainText } from "../../format/idn.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { ShareLink } from "../../parts/share-link.tsx";
import { Answered } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { AlertsTab } from "./alerts/alerts-tab.tsx";
import { DnsTab } from "./dns/dns-tab.tsx";
import { useDomainTabs } from "./domain-tabs.ts";
import { HistoryTab } from "./history-tab.tsx";
import { HomeTab } from "./home/home-tab.tsx";
import { Lead } from "./home/lead.tsx";
import type { DomainTab } from "./next-steps.ts";
import { ReadinessTab } from "./readiness/readiness-tab.tsx";
import { ReportersTab } from "./reporters/reporters-tab.tsx";
import { SettingsTab } from "./settings/settings-tab.tsx";
import type { Domain } from "./words.ts";

/** One domain: where it stands, and what is next. */
export function DomainView() {
  const id = useRoute().params.id ?? "";
  const { linkTo } = useFilter();
  const mayReadReports = useScope("reports:read");
  const { current, tabs } = useDomainTabs(id);
  const asked = useAnswer({
    key: ["domain", id],
    ask: (client, signal) => client.domains.read(id, { signal }),
  });
  const domain = asked.isPlaceholderData ? undefined : asked.data?.data;
  return (
    <View
      title={domain ? toDomainText(domain.domain) : "Domain"}
      heading={<DomainName name={domain?.domain ?? "Domain"} />}
      lead={domain && mayReadReports && current === "home" ? <Lead domain={domain} /> : <span class="reserve-lead" />}
      actions={
        <>
          {domain && <ShareLink reach={{ domain_id: id }} name={toDomainText(domain.domain)} path={paths.overview} />}
          <a href={linkTo(paths.domains, { domain: undefined })}>All domains</a>
        </>
      }
    >
      <Tabs label="Parts of the domain" tabs={tabs} />
      <Answered asked={asked} what="the domain">
        {({ data }) => <Part key={data.id} tab={current} domain={data} />}
      </Answered>
    </View>
  );
}

const PARTS: Readonly<Record<DomainTab, (props: { readonly domain: Domain }) => ComponentChildren>> = {
  home: HomeTab,
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
