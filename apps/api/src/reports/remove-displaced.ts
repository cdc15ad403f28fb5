import type { HttpServer } from "@ruaflow/http";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import { runWithServer } from "../server-loop.ts";

const CHECK_EVERY_MS = 2_000;

interface DisplacedContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
}

/**
 * Deletes the rows of reports that gave way to the authentic report of the same identity, until the server closes. The list
 * and the sums of days exclude them already. Each step may be repeated, also by another process.
 */
export function removeDisplacedReports(server: HttpServer, context: DisplacedContext): void {
  runWithServer(server, {
    name: "displaced-reports",
    everyMs: CHECK_EVERY_MS,
    onError: (error) => server.log.warn({ err: error }, "displaced reports could not be deleted and will be retried"),
    async work(stopping) {
      while (!stopping.aborted && (await removeSome(context)));
      return false;
    },
  });
}

/** @returns whether there may be more */
async function removeSome({ metadata, records }: DisplacedContext): Promise<boolean> {
  const displaced = await metadata.reports.listDisplacedReports();
  for (const [organizationId, reports] of Map.groupBy(displaced, (report) => report.organizationId)) {
    await records.deleteReports(organizationId, reports);
  }
  await metadata.reports.finishDisplacedReports(displaced);
  return displaced.length > 0;
}
