import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import { startLoop } from "@ruaflow/runtime/work";

const HOUR_MS = 60 * 60 * 1000;
/** Retention of events with their deliveries and attempts. */
const RETENTION_MS = 30 * 24 * HOUR_MS;

export interface HousekeepingOptions {
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Called when held deliveries become due. */
  readonly onReleased: () => void;
}

/** Holds deliveries of disabled webhooks, releases those of enabled ones, and deletes old events. */
export function startHousekeeping({ metadata, logger, now, onReleased }: HousekeepingOptions): Service {
  const onError = (error: unknown) => logger.warn({ err: error }, "housekeeping is waiting for the database");
  const holds = startLoop({
    name: "holds",
    everyMs: 2000,
    pauseMs: 100,
    onError,
    async work() {
      if ((await metadata.delivery.updateHolds(now())).released > 0) onReleased();
      return false;
    },
  });
  const purges = startLoop({
    name: "purges",
    everyMs: HOUR_MS,
    pauseMs: 100,
    onError,
    work: async () => (await metadata.delivery.purgeEvents(new Date(now().getTime() - RETENTION_MS))) > 0,
  });
  return {
    name: "housekeeping",
    stop: async () => void (await Promise.all([holds.stop(), purges.stop()])),
  };
}
