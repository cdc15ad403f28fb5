import { useEffect, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { StateChip } from "../../parts/arrivals/chips.tsx";
import { STATES } from "../../parts/arrivals/words.ts";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { Entries } from "./entries.tsx";
import { Facts } from "./facts.tsx";
import { Replay } from "./replay.tsx";

const WHILE_STORED_MS = 2000;

/** One mail, file or upload: what it is, and what became of each report in it. */
export function SubmissionView() {
  const id = useRoute().params.id ?? "";
  const { linkTo } = useFilter();
  const mayReplay = useScope("ingest:write");
  const [isWaiting, setWaiting] = useState(false);
  const asked = useAnswer({
    key: ["submission", id],
    ask: (client, signal) => client.submissions.read(id, { signal }),
    ...(isWaiting && { everyMs: WHILE_STORED_MS }),
  });
  const submission = asked.data?.data;
  const isBeingStored = submission?.entries.some(({ outcome }) => outcome === "accepted") ?? false;
  useEffect(() => setWaiting(isBeingStored), [isBeingStored]);
  return (
    <View
      title={submission?.name || "Arrived"}
      lead={
        submission && (
          <>
            <StateChip state={submission.state} /> {STATES[submission.state].means}
          </>
        )
      }
      actions={<a href={linkTo(paths.arrived)}>All that arrived</a>}
    >
      <Answered asked={asked} what="what arrived">
        {({ data }) => (
          <div class="stack">
            <Entries submission={data} />
            <Facts submission={data} />
            {mayReplay && data.raw_url !== null && <Replay id={data.id} />}
          </div>
        )}
      </Answered>
    </View>
  );
}
