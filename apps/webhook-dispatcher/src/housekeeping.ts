import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import { startLoop } from "@ruaflow/runtime/work";

const HOUR_MS = 60 * 60 * 1000;
/** Events, their deliveries and attempts are kept for this long. */
const KEPT_FOR_MS = 30 * 24 * HOUR_MS;

export interface HousekeepingOptions {
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Called when deliveries that were held are due. */
  readonly onReleased: () => void;
}

/** Holds and releases what is queued as webhooks are disabled and enabled, and deletes what is old. */
export function startHousekeeping({ metadata, logger, now, onReleased }: HousekeepingOptions): Service {
  const onError = (error: unknown) => logger.warn({ err: error }, "housekeeping waits for the database");
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
    work: async () => (await metadata.delivery.purgeEvents(new Date(now().getTime() - KEPT_FOR_MS))) > 0,
  });
  return {
    name: "housekeeping",
    stop: async () => void (await Promise.all([holds.stop(), purges.stop()])),
  };
}
