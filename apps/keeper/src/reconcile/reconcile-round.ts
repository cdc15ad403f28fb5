import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { compareAndRepair, type Reconciled } from "./reconcile.ts";
import type { Stores } from "./stores.ts";

export interface ReconcileRoundOptions extends Stores {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** From the beginning of one comparison to the next. */
  readonly reconcileEveryMs: number;
  /** Repair what differs; rows of unknown reports are only found. */
  readonly reconcileRepairs: boolean;
  readonly now: () => Date;
}

/** Compares all reports with their rows when that is due. Two processes would compare everything twice. */
export function createReconcileRound(options: ReconcileRoundOptions): LoopOptions["work"] {
  const { metadata, records, logger, reconcileEveryMs, reconcileRepairs: repair, now } = options;
  observeReconciliation(options);
  return async (stopping) => {
    const last = await metadata.watch.readReconciliation();
    if (last !== null && now().getTime() - last.begunAt.getTime() < reconcileEveryMs) return false;
    const startedAt = performance.now();
    const result = await compareAndRepair({ metadata, records, repair, deleteUnknown: false, stopping });
    if (!stopping.aborted) logResult(logger, result, performance.now() - startedAt);
    return false;
  };
}

function logResult(logger: Logger, { left, ...sums }: Reconciled, durationMs: number): void {
  const facts = { ...sums, left: left.length, durationMs: Math.round(durationMs) };
  // A fresh start has nothing to tell: the greeting stays the last line.
  if (left.length === 0) logger.debug(facts, "reports were compared with their rows");
  else logger.warn(facts, "rows differ from the ledger; ruaflow reconcile lists them, see docs/operations.md");
}

/** What the last comparison left, by whichever process: read at each scrape, so that it outlives a restart. */
function observeReconciliation({ metadata, metrics }: ReconcileRoundOptions): void {
  const read = () => metadata.watch.readReconciliation();
  metrics.gauge(
    "ruaflow_reconcile_missing_reports",
    "Reports without some of their rows, at the last comparison.",
    async () => (await read())?.missing ?? 0,
  );
  metrics.gauge(
    "ruaflow_reconcile_altered_reports",
    "Reports whose rows say something else, at the last comparison.",
    async () => (await read())?.altered ?? 0,
  );
  metrics.gauge(
    "ruaflow_reconcile_extra_reports",
    "Reports with duplicate rows, and unknown reports with rows, at the last comparison.",
    async () => {
      const { doubled = 0, unknown = 0 } = (await read()) ?? {};
      return doubled + unknown;
    },
  );
  metrics.gauge(
    "ruaflow_reconcile_last_run_timestamp_seconds",
    "End of the last comparison of all reports with their rows; 0: never.",
    async () => ((await read())?.finishedAt.getTime() ?? 0) / 1000,
  );
}
