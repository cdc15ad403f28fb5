import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { Logger } from "@ruaflow/runtime/logging";
import { startLoop } from "@ruaflow/runtime/work";

/** Each publication is an insert. */
const PAUSE_MS = 1000;

/** For what changes without a T2 here: attempts that end elsewhere, repairs, displaced reports, settings of organizations. */
const EVERY_MS = 5000;

interface Stores {
  readonly metadata: Pick<MetadataStore, "reports">;
  readonly records: Pick<RecordStore, "readRowVisibility" | "insertRowVisibility">;
}

/**
 * Tells ClickHouse which rows belong to stored reports, so that its views show them. Nothing is written when it knows already.
 * May run at any time and in several processes at once.
 */
export async function publishVisibility({ metadata, records }: Stores): Promise<void> {
  const next = await metadata.reports.readRowVisibility(await records.readRowVisibility());
  if (next !== null) await records.insertRowVisibility(next);
}

interface VisibilityOptions extends Stores {
  readonly logger: Logger;
}

/**
 * Publishes the visibility now, within a second of `changed`, and every few seconds. A T2 whose writer dies before it is
 * published is published by any other writer, or by the next start.
 */
export function startVisibility({ logger, ...stores }: VisibilityOptions) {
  const publish = () => publishVisibility(stores);
  const onError = (error: unknown) =>
    logger.warn(
      { err: error },
      "SQL does not show new reports yet: their visibility could not be published; it is tried again",
    );
  const loop = startLoop({
    name: "visibility",
    async work() {
      await publish();
      return false;
    },
    everyMs: EVERY_MS,
    pauseMs: PAUSE_MS,
    onError,
  });
  return {
    /** Reports may have become stored. */
    changed: () => loop.wake(),
    /** Publishes what the last T2 stored. */
    async stop(): Promise<void> {
      await loop.stop();
      await publish().catch(onError);
    },
  };
}
