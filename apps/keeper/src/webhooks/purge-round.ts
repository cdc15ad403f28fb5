import type { MetadataStore } from "@ruaflow/metadata-store";
import type { LoopOptions } from "@ruaflow/runtime/work";

/** Retention of events with their deliveries and attempts. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

interface PurgeContext {
  readonly metadata: MetadataStore;
  readonly now: () => Date;
}

/** Deletes old events, their deliveries and attempts, some in each round. */
export function createPurgeRound({ metadata, now }: PurgeContext): LoopOptions["work"] {
  return async () => (await metadata.delivery.purgeEvents(new Date(now().getTime() - RETENTION_MS))) > 0;
}
