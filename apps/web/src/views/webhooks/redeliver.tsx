import { useWrite } from "../../data/use-write.ts";
import { Failed } from "../../parts/states.tsx";
import type { Delivery } from "./words.ts";

interface RedeliverProps {
  readonly webhookId: string;
  readonly delivery: Delivery;
}

/** Sends the same event again. What waits already is sent anyhow. */
export function Redeliver({ webhookId, delivery: { id, status } }: RedeliverProps) {
  const redeliver = useWrite((client) => client.webhooks.redeliver(webhookId, id));
  const isFinished = status === "delivered" || status === "exhausted";
  if (!isFinished && !redeliver.done && !redeliver.error) return null;
  return (
    <div>
      {isFinished && (
        <p class="actions">
          <button type="button" class="primary" disabled={redeliver.isBusy} onClick={() => redeliver.run(undefined)}>
            {redeliver.isBusy ? "Queuing …" : "Send it again"}
          </button>
          <span class="muted">The same event, id and bytes, in a new series of attempts.</span>
        </p>
      )}
      {redeliver.error && <Failed what="send it again" error={redeliver.error} />}
      <p role="status">{redeliver.done && "It is queued: each attempt appears below."}</p>
    </div>
  );
}
