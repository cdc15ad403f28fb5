import type { Answer } from "@ruaflow/client";
import { useAnswer } from "../../data/use-answer.ts";
import type { Status } from "./words.ts";

export type Counts = Answer<"countDeliveries">["data"];

/** Deliveries by status, over all webhooks and of each. */
export function useCounts(): Counts | undefined {
  const asked = useAnswer({
    key: ["delivery-counts"],
    ask: (client, signal) => client.webhooks.countDeliveries({}, { signal }),
  });
  return asked.data?.data;
}

/** Deliveries of one webhook in one of these states; `undefined` while it is not known. */
export function countStatus(
  counts: Counts | undefined,
  webhookId: string,
  statuses: readonly Status[],
): number | undefined {
  if (counts === undefined) return;
  const found = counts.webhooks.find(({ webhook_id: id }) => id === webhookId)?.statuses ?? [];
  return found.reduce((sum, { status, deliveries }) => sum + (statuses.includes(status) ? deliveries : 0), 0);
}
