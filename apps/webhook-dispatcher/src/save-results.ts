import type { MetadataStore } from "@ruaflow/metadata-store";
import type {
  ClaimedDelivery,
  DeliveryStep,
  DeliveryStore,
  DisableRule,
  SavedResult,
} from "@ruaflow/metadata-store/delivery";
import { createBatcher } from "@ruaflow/runtime/work";

type Result = Omit<Parameters<DeliveryStore["saveDeliveryResult"]>[1], "disableAfter">;
type Success = Parameters<DeliveryStore["saveDeliverySuccesses"]>[0][number];

/** Saves the result of an attempt; rejects when the store fails. */
export type SaveResult = (claim: ClaimedDelivery, result: Result) => Promise<SavedResult>;

/** Short compared with an attempt, and long enough to batch a hundred endpoints that answer at once. */
const FLUSH_AFTER_MS = 10;

/** Saves successes in batches, and other results one by one without delay. */
export function createResultSaver(metadata: MetadataStore, disableAfter: DisableRule): SaveResult {
  const successes = createBatcher<Success, boolean>({
    itemsMax: 200,
    bytesMax: 1024 * 1024,
    flushAfterMs: FLUSH_AFTER_MS,
    sizeOf: ({ attempt }) => attempt.answer.length,
    flush: (batch) => metadata.delivery.saveDeliverySuccesses(batch),
  });
  return async (claim, { attempt, step, now }) => {
    if (!isSuccess(step)) return metadata.delivery.saveDeliveryResult(claim, { attempt, step, now, disableAfter });
    return { saved: await successes.add({ claim, attempt, now }), disabledReason: null };
  };
}

function isSuccess({ kind }: DeliveryStep): boolean {
  return kind === "delivered";
}
