import type { ClaimedDelivery } from "@ruaflow/metadata-store/delivery";

/** Maximum number of requests in flight in this process. */
const SLOTS = 512;
/** Share for first attempts: many retries to failing endpoints do not delay new events, nor the reverse. */
const FIRST_ATTEMPTS_SHARE = 0.7;

export interface DeliverySlots {
  /** Number of free slots. */
  free(): { readonly firstAttemptsMax: number; readonly retriesMax: number };
  inFlight(): readonly ClaimedDelivery[];
  /** Occupies a slot until `work` has ended. */
  take(claim: ClaimedDelivery, work: Promise<void>): void;
  /** Resolves when no work is in flight. */
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
    inFlight: () => [...taken.keys()],
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
