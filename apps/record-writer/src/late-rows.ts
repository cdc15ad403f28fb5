import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { startLoop } from "@ruaflow/runtime/work";
import { removeSurplus } from "./remove-surplus.ts";
import type { WriteContext } from "./write-context.ts";

const EVERY_MS = 10_000;

type Stores = Pick<WriteContext, "metadata" | "records">;

/**
 * Checks reports that a second attempt took over: the insert of the first one may have arrived after the second one had
 * stored the report, and its process may have been killed before it removed the rows. Any number of processes may do this.
 *
 * @returns how many reports were checked, and how many of them had duplicate rows, which are removed
 */
export async function checkLateRows(stores: Stores): Promise<{ readonly checked: number; readonly removed: number }> {
  const due = await stores.metadata.reports.takeLateRowChecks();
  if (due.length === 0) return { checked: 0, removed: 0 };
  const removed = await removeSurplus(due, stores);
  await stores.metadata.reports.finishLateRowChecks(due);
  return { checked: due.length, removed };
}

interface LateRowsOptions extends Stores {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Runs {@link checkLateRows} until it is stopped. */
export function startLateRowChecks({ logger, metrics, ...stores }: LateRowsOptions): Service {
  const total = metrics.counter(
    "ruaflow_writer_late_reports_total",
    "Reports whose duplicate rows were removed, because an insert arrived after another attempt had stored the report.",
  );
  return startLoop({
    name: "late-rows",
    everyMs: EVERY_MS,
    async work() {
      const { checked, removed } = await checkLateRows(stores);
      total.inc({}, removed);
      if (removed > 0) logger.warn({ reports: removed }, "removed rows that a slow insert had left twice");
      return checked > 0;
    },
    onError: (error) => logger.warn({ err: error }, "reports could not be checked for late rows; it is tried again"),
  });
}
