import type { ClaimedDelivery, DeliveryStep } from "@ruaflow/metadata-store/delivery";
import { retryUntilDone } from "@ruaflow/runtime/work";
import { type AttemptOutcome, decideNextStep, type NextStep, type Schedule, type Sender } from "@ruaflow/webhooks";
import type { SaveResult } from "./save-results.ts";

export interface AttemptContext {
  readonly saveResult: SaveResult;
  readonly sender: Sender;
  readonly schedule: Schedule;
  readonly now: () => Date;
  /** Aborted when this process no longer waits for results: they are not saved, and the claim is released. */
  readonly abandoned: AbortSignal;
}

export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly step: NextStep;
  /** False when the claim had expired: another process repeats the attempt. */
  readonly saved: boolean;
  readonly disabledReason: string | null;
}

const SAVE_AGAIN_AFTER_MS = 50;

/**
 * Makes one attempt and saves its result. Waits for the database as long as it is unavailable.
 * @throws when this process has stopped waiting, or the database refuses the result
 */
export async function attemptDelivery(claim: ClaimedDelivery, context: AttemptContext): Promise<AttemptResult> {
  const { saveResult, sender, schedule, now, abandoned } = context;
  const { url, eventId, body, isTest } = claim;
  const secrets = claim.openSecrets();
  const startedAt = now();
  const outcome = await sender.send({ url, eventId, body, secrets, isTest });
  const endedAt = now();
  const step = decideNextStep(outcome, claim.retries, schedule);
  const result = { attempt: { startedAt, ...outcome }, step: toDeliveryStep(step, endedAt), now: endedAt };
  abandoned.throwIfAborted();
  const saved = await retryUntilDone(() => saveResult(claim, result), {
    pauseMinMs: SAVE_AGAIN_AFTER_MS,
    signal: abandoned,
  });
  return { outcome, step, ...saved };
}

function toDeliveryStep(step: NextStep, now: Date): DeliveryStep {
  return step.kind === "retry" ? { kind: "retry", at: new Date(now.getTime() + step.afterMs) } : step;
}
