import { formatCount } from "../../format/numbers.ts";
import { Moment } from "../../parts/figures.tsx";
import type { Webhook } from "./words.ts";

export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { failing_since: failing, missed_since: missed, previous_secret_until: previous } = webhook;
  return (
    <dl class="facts">
      <dt>Events</dt>
      <dd>{webhook.events.join(", ")}</dd>
      <dt>Unproven reports</dt>
      <dd>{webhook.include_unauthenticated ? "are told as well" : "are left out"}</dd>
      <dt>Signed</dt>
      <dd>
        {webhook.has_secret ? "yes" : "no: the endpoint cannot tell who sends"}
        {previous !== null && (
          <>
            , with the previous secret as well until <Moment at={previous} />
          </>
        )}
      </dd>
      <dt>Last event delivered</dt>
      <dd>{webhook.last_triggered_at === null ? "none yet" : <Moment at={webhook.last_triggered_at} />}</dd>
      {failing !== null && (
        <>
          <dt>Failing since</dt>
          <dd>
            <Moment at={failing} />: {formatCount(webhook.failure_count)} in a row. It is disabled after{" "}
            {formatCount(webhook.disable_after.failures)}, if {formatCount(webhook.disable_after.hours)} hours lie
            between the first and the last.
          </dd>
        </>
      )}
      {missed !== null && (
        <>
          <dt>Missed</dt>
          <dd>
            {formatCount(webhook.missed_events)} events since <Moment at={missed} />: the queue was full. Recover them
            below.
          </dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        <Moment at={webhook.created_at} />
      </dd>
    </dl>
  );
}
