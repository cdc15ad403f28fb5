import type { MetadataStore } from "@ruaflow/metadata-store";

/** How long the bytes of submissions are kept, as the service is set. */
export interface BodyDays {
  /** For stored reports; `null`: as long as the report. */
  readonly rawDays: number | null;
  /** For submissions without a stored report. */
  readonly quarantineDays: number;
}

interface WalkContext {
  readonly metadata: MetadataStore;
  readonly now: () => Date;
  readonly bodyDays: BodyDays;
}

/** Days are counted, so a walk a day is enough; it looks at every submission. */
const WALK_EVERY_MS = 86_400_000;
/** Steps of 1,000 submissions between two looks at what else is to be deleted. */
const STEPS_PER_TURN = 20;

/** Walks through all submissions again and again, and deletes the bytes of those that need not be kept any longer. */
export function createBodyWalk({ metadata, now, bodyDays }: WalkContext) {
  let nextAt = Number.NEGATIVE_INFINITY;
  let place: string | null = "";
  return {
    /** @returns whether the walk is under way and should go on at once */
    async takeTurn(stopping: AbortSignal): Promise<boolean> {
      if (performance.now() < nextAt) return false;
      for (let step = 0; step < STEPS_PER_TURN && place !== null && !stopping.aborted; step += 1) {
        place = await metadata.domains.discardBodiesStep(place, { ...bodyDays, now: now() });
      }
      if (place !== null) return true;
      place = "";
      nextAt = performance.now() + WALK_EVERY_MS;
      return false;
    },
  };
}
