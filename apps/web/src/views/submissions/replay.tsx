import type { Answer } from "@ruaflow/client";
import { useWrite } from "../../data/use-write.ts";
import { countOf } from "../../format/numbers.ts";
import { OutcomeChip, StateChip } from "../../parts/arrivals/chips.tsx";
import { explainReason } from "../../parts/arrivals/reasons.ts";
import { Failed } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";

/** Reads the kept bytes again: a second chance for what was refused. */
export function Replay({ id }: { readonly id: string }) {
  const replay = useWrite((client, isTrial: boolean) => client.submissions.replay(id, { dry_run: isTrial }));
  return (
    <Panel
      title="Read it again"
      note="Stored bytes are read again, with today's domains. Refused reports may now be accepted. Nothing counts twice."
    >
      <p class="actions">
        <button type="button" disabled={replay.isBusy} onClick={() => replay.run(true)}>
          See what would change
        </button>
        <button type="button" class="primary" disabled={replay.isBusy} onClick={() => replay.run(false)}>
          {replay.isBusy ? "Reading …" : "Read it again"}
        </button>
      </p>
      {replay.error && <Failed what="read it again" error={replay.error} />}
      <div role="status">{replay.done && <Result result={replay.done.data} />}</div>
    </Panel>
  );
}

function Result({ result }: { readonly result: Answer<"replaySubmission">["data"] }) {
  const { dry_run: isTrial, state_before: before, state, difference, entries } = result;
  const { reports, records, messages } = difference;
  const verb = isTrial ? "would newly count" : reports === 1 ? "newly counts" : "newly count";
  return (
    <div class={`notice ${reports > 0 ? "good" : ""}`}>
      <p>
        <strong>
          {reports === 0
            ? `Nothing ${isTrial ? "would change" : "newly counts"}.`
            : `${countOf(reports, "report")} with ${countOf(records, "record")} and ${countOf(messages, "message")} ${verb}.`}
        </strong>{" "}
        State: <StateChip state={before} /> before, <StateChip state={state} /> {isTrial ? "then" : "now"}.
      </p>
      <ul class="bare">
        {entries.slice(0, SHOWN).map((entry) => (
          <li key={entry.entry}>
            <OutcomeChip outcome={entry.outcome} /> {entry.path || "the file itself"}
            {entry.reason !== null && `: ${explainReason(entry)}`}
          </li>
        ))}
      </ul>
      {entries.length > SHOWN && (
        <p class="muted">and {countOf(entries.length - SHOWN, "more entry", "more entries")}</p>
      )}
    </div>
  );
}

const SHOWN = 20;
