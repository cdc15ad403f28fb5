import type { Answer, RequestBody } from "@ruaflow/client";
import { useState } from "preact/hooks";
import { fillPath } from "../../address.ts";
import { useWrite } from "../../data/use-write.ts";
import { useFilter } from "../../filter/filter.ts";
import { Failed } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { AttemptResult } from "./attempt-result.tsx";
import type { Webhook } from "./words.ts";

type EventType = NonNullable<RequestBody<"testWebhook">["type"]>;

/** Sends a sample at once and shows what the endpoint answers. */
export function Test({ webhook: { id, events } }: { readonly webhook: Webhook }) {
  const [type, setType] = useState<EventType>(events[0] ?? "report.received");
  const test = useWrite((client) => client.webhooks.test(id, { type }));
  return (
    <Panel title="Test" note="Sends a sample event at once. It counts neither as a failure nor as a success.">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          test.run(undefined);
        }}
      >
        <label>
          Event
          <select
            value={type}
            onChange={(event) => setType(events.find((each) => each === event.currentTarget.value) ?? type)}
          >
            {events.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <p class="actions">
          <button type="submit" class="primary" disabled={test.isBusy}>
            {test.isBusy ? "Sending …" : "Send a test"}
          </button>
        </p>
      </form>
      {test.error && <Failed what="send the test" error={test.error} />}
      <div role="status">{test.done && <Outcome webhookId={id} outcome={test.done.data} />}</div>
    </Panel>
  );
}

function Outcome({
  webhookId,
  outcome,
}: {
  readonly webhookId: string;
  readonly outcome: Answer<"testWebhook">["data"];
}) {
  const { linkTo } = useFilter();
  const delivery = fillPath(paths.delivery, { id: webhookId, delivery: outcome.delivery_id });
  return (
    <div class={`notice ${outcome.delivered ? "good" : "bad"}`}>
      <AttemptResult attempt={outcome} />
      <p>
        <a href={linkTo(delivery)}>What was sent</a>
      </p>
    </div>
  );
}
