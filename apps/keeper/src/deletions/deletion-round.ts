import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { deleteOldReports } from "./delete-old-reports.ts";
import { deleteUnprovenReports } from "./delete-unproven-reports.ts";
import { type BodyDays, createBodyWalk } from "./discard-old-bodies.ts";

/** Domains deleted in one batch; domains that become due meanwhile are in the next. */
const DOMAINS_TOGETHER = 2000;
/** How often to delete reports beyond the retention of their domain. */
const RETENTION_EVERY_MS = 3_600_000;

interface DeletionContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly now: () => Date;
  readonly bodyDays: BodyDays;
  readonly unprovenDays: number;
}

/**
 * Removes the data of deleted domains, then reports and bytes beyond their retention. This includes deletions that another
 * process left unfinished, and rows that a writer held during the deletion and wrote afterwards. Needs the lock for
 * deletions, which a backup holds, too.
 */
export function createDeletionRound(context: DeletionContext): LoopOptions["work"] {
  const walk = createBodyWalk(context);
  let retentionAt = Number.NEGATIVE_INFINITY;
  return async (stopping) => {
    await deleteAll(context, stopping);
    if (stopping.aborted) return false;
    if (performance.now() - retentionAt >= RETENTION_EVERY_MS) {
      await deleteOldReports(context);
      await deleteUnprovenReports(context);
      retentionAt = performance.now();
    }
    return walk.takeTurn(stopping);
  };
}

async function deleteAll(context: DeletionContext, stopping: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !stopping.aborted; ) isMore = await deleteSome(context);
}

/**
 * Deletes the domains that are due, with one statement for each table. Each step may be repeated, so after a crash the
 * next check starts over.
 *
 * @returns whether there are more
 */
async function deleteSome({ metadata, records }: DeletionContext): Promise<boolean> {
  const domains = await metadata.domains.listDomainsToDelete(DOMAINS_TOGETHER);
  if (domains.length === 0) return false;
  await metadata.domains.deleteDomainData(domains);
  const organizationIds = domains.map(({ organizationId }) => organizationId);
  await metadata.reports.whileRowsChange(organizationIds, (change) => records.deleteDomains(change, domains));
  await metadata.domains.finishDeletions(domains);
  return domains.length === DOMAINS_TOGETHER;
}
