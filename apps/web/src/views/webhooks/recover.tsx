import { useState } from "preact/hooks";
import { useWrite } from "../../data/use-write.ts";
import { countOf } from "../../format/numbers.ts";
import { Failed } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import type { Webhook } from "./words.ts";

const DAY_MS = 86_400_000;

/** Sends again what failed for good or was missed since a time. */
export function Recover({ webhook }: { readonly webhook: Webhook }) {
  const [since, setSince] = useState(toField(webhook.missed_since ?? webhook.failing_since));
  const recover = useWrite((client) => client.webhooks.recover(webhook.id, new Date(`${since}Z`)));
  const done = recover.done?.data;
  return (
    <Panel title="Recover" note="Resends every event since a time that failed for good or was missed.">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          recover.run(undefined);
        }}
      >
        <label>
          Since (UTC)
          <input
            type="datetime-local"
            value={since}
            required
            onInput={(event) => setSince(event.currentTarget.value)}
          />
        </label>
        {!webhook.active && <p class="muted">Activate the webhook first.</p>}
        <p class="actions">
          <button type="submit" disabled={recover.isBusy || !webhook.active}>
            {recover.isBusy ? "Working …" : "Recover"}
          </button>
        </p>
      </form>
      {recover.error && <Failed what="recover the events" error={recover.error} />}
      <div role="status">
        {done && (
          <p class={`notice ${done.queued > 0 ? "good" : ""}`}>
            {done.queued === 0
              ? "There is nothing to recover."
              : `${countOf(done.queued, "event")} will be sent again.`}
            {done.left > 0 && ` ${countOf(done.left, "event")} did not fit into the queue: recover again later.`}
          </p>
        )}
      </div>
    </Panel>
  );
}

/** The value of a field for a UTC time: of what was missed, or a day ago. */
function toField(moment: string | null): string {
  return new Date(moment ?? Date.now() - DAY_MS).toISOString().slice(0, 16);
}
