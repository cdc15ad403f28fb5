import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { LoopOptions } from "@ruaflow/runtime/work";

interface DisplacedContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
}

/**
 * Deletes the rows of reports that gave way to the authentic report of the same identity. The list and the sums of days exclude
 * them already. Each step may be repeated, also by another process.
 */
export function createDisplacedRound(context: DisplacedContext): LoopOptions["work"] {
  return async (stopping) => {
    while (!stopping.aborted && (await removeSome(context)));
    return false;
  };
}

/** @returns whether there may be more */
async function removeSome({ metadata, records }: DisplacedContext): Promise<boolean> {
  const displaced = await metadata.reports.listDisplacedReports();
  for (const [organizationId, reports] of Map.groupBy(displaced, (report) => report.organizationId)) {
    await metadata.reports.whileRowsChange([organizationId], (change) =>
      records.deleteReports(change, organizationId, { reports }),
    );
  }
  await metadata.reports.finishDisplacedReports(displaced);
  return displaced.length > 0;
}
