import { useAnswer } from "../../data/use-answer.ts";
import { Copyable } from "../../parts/copy.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { useScope } from "../../session/session.ts";
import { AddStep } from "./add-step.tsx";
import { PublishStep } from "./publish-step.tsx";
import { ReportStep } from "./report-step.tsx";

const EVERY_MS = 5000;
const DOMAINS_SHOWN = 20;

/** What to do before there is anything to look at. Each step sees by itself that it is done. */
export function FirstRun() {
  const query = { per_page: DOMAINS_SHOWN, sort: "-created_at" as const };
  const domains = useAnswer({
    key: ["domains", query],
    ask: (client, signal) => client.domains.list(query, { signal }),
    isReady: useScope("domains:read"),
    everyMs: EVERY_MS,
  });
  const known = domains.data?.data ?? [];
  const domain = known.find(({ status }) => status === "verified") ?? known[0];
  const dns = useAnswer({
    key: ["dns", domain?.id],
    ask: (client, signal) => client.domains.readDns(domain?.id ?? "", { signal }),
    isReady: domain !== undefined,
    everyMs: EVERY_MS,
  });
  const shownDns = domain === undefined || dns.isPlaceholderData ? undefined : dns.data;
  return (
    <View title="Welcome" lead="Follow three steps to see who sends mail in the name of your domains.">
      <ol class="first-run">
        <AddStep count={domains.data?.meta.total} domain={domain?.domain} />
        <PublishStep domain={domain} dns={shownDns} />
        <ReportStep dns={shownDns} everyMs={EVERY_MS} />
      </ol>
      <Panel title="Just looking?" note="The demo fills the page with three domains and 90 days of reports.">
        <p>While the service runs, in another terminal on the same machine:</p>
        <Copyable text="npx ruaflow demo" what="the command" />
      </Panel>
    </View>
  );
}
