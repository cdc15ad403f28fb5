import type { ClaimedDelivery } from "@ruaflow/metadata-store/delivery";

/** Requests under way at a time in this process. */
const SLOTS = 256;
/** Share of them for first attempts: a heap of retries to endpoints that fail delays no new event, nor the reverse. */
const FIRST_ATTEMPTS_SHARE = 0.7;

export interface DeliverySlots {
  /** How many more this process can take. */
  free(): { readonly firstAttemptsMax: number; readonly retriesMax: number };
  /** What is under way now. */
  underWay(): readonly ClaimedDelivery[];
  /** Keeps a slot until `work` has ended. */
  take(claim: ClaimedDelivery, work: Promise<void>): void;
  /** Resolves when nothing is under way any more. */
  drain(): Promise<void>;
}

export function createDeliverySlots(onFree: () => void): DeliverySlots {
  const taken = new Map<ClaimedDelivery, Promise<void>>();
  const firstAttempts = Math.round(SLOTS * FIRST_ATTEMPTS_SHARE);
  return {
    free() {
      const retries = [...taken.keys()].filter((claim) => claim.retries > 0).length;
      return {
        firstAttemptsMax: Math.max(0, firstAttempts - (taken.size - retries)),
        retriesMax: Math.max(0, SLOTS - firstAttempts - retries),
      };
    },
    underWay: () => [...taken.keys()],
    take(claim, work) {
      const ended = work.finally(() => {
        taken.delete(claim);
        onFree();
      });
      taken.set(claim, ended);
    },
    async drain() {
      await Promise.allSettled(taken.values());
    },
  };
}
