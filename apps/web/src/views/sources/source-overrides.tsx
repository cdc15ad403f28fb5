import { useAnswer } from "../../data/use-answer.ts";
import { Answered } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { useScope } from "../../session/session.ts";
import { OverrideForm } from "./override-form.tsx";
import { isAbout } from "./overrides.ts";
import { SaidOverride } from "./said-override.tsx";
import type { Source } from "./source-table.tsx";

/** An organization has at most 1,000; those beyond the first are named by the API when one is said again. */
const OVERRIDES_SHOWN = 100;

/** Whose the sender is, as the organization says: that counts for all of history at once. */
export function SourceOverrides({ source }: { readonly source: Source }) {
  const mayWrite = useScope("domains:write");
  const query = { per_page: OVERRIDES_SHOWN };
  const asked = useAnswer({
    key: ["overrides", query],
    ask: (client, signal) => client.senders.listOverrides(query, { signal }),
  });
  return (
    <Answered asked={asked} what="what you have said about senders">
      {({ data }) => {
        const said = data.filter((override) => isAbout(override, source));
        if (said.length === 0 && !mayWrite) return null;
        return (
          <Panel
            title="Is this sender yours?"
            note="Your decision changes classes and causes at once, for earlier mail as well."
          >
            {said.map((override) => (
              <SaidOverride key={override.id} override={override} mayWrite={mayWrite} />
            ))}
            {mayWrite && said.length === 0 && <OverrideForm source={source} />}
          </Panel>
        );
      }}
    </Answered>
  );
}
