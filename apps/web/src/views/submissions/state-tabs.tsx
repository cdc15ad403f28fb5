import type { Answer } from "@ruaflow/client";
import { useLocation } from "preact-iso";
import { toAddress } from "../../address.ts";
import { formatTime } from "../../format/dates.ts";
import { STATES } from "../../parts/arrivals/words.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { readState } from "./query.ts";

/** How many submissions are in each state; each count leads to them. */
export function StateTabs({ counts }: { readonly counts: Answer<"countSubmissions">["data"] | undefined }) {
  const { path, query } = useLocation();
  const chosen = readState(query);
  const toState = (state: string | undefined) => toAddress(path, { ...query, page: undefined, state });
  const count = (name: string) => counts?.states.find(({ state }) => state === name)?.submissions;
  const states = Object.entries(STATES).map(([state, { text }]) => ({
    text,
    href: toState(state),
    isCurrent: chosen === state,
    count: count(state),
  }));
  return (
    <>
      <Tabs
        label="States"
        tabs={[
          { text: "all", href: toState(undefined), isCurrent: chosen === undefined, count: counts?.total },
          ...states,
        ]}
      />
      <p class="muted">
        {chosen !== undefined && STATES[chosen].means}
        {counts?.counted_from &&
          ` Only the newest 200,000 entries are counted, back to ${formatTime(counts.counted_from)}.`}
      </p>
    </>
  );
}
