import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { onTestFinished } from "vitest";
import { createDeletionRound } from "../deletions/deletion-round.ts";
import type { BodyDays } from "../deletions/discard-old-bodies.ts";
import { startLoops } from "../start-loops.ts";

interface DeletionsOptions {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly now?: () => Date;
  readonly bodyDays?: BodyDays;
  readonly unprovenDays?: number;
}

/** Starts the loop of deletions, as a keeper does, until the test ends. */
export function startDeletions({ metadata, records, ...options }: DeletionsOptions): void {
  const { now = () => new Date(), bodyDays = { rawDays: null, quarantineDays: 90 }, unprovenDays = 7 } = options;
  const work = createDeletionRound({ metadata, records, now, bodyDays, unprovenDays });
  const lock = metadata.domains.withDeletionLock;
  const loop = { name: "deletions", everyMs: 50, lock, work, failure: "deletions failed" };
  const logger = createLogger({ app: "test", level: "silent" });
  const loops = startLoops(() => [loop], { logger, metrics: createMetrics() });
  onTestFinished(() => loops.stop());
}
