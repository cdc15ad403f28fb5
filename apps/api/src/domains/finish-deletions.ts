import type { HttpServer } from "@ruaflow/http";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import { type Loop, startLoop } from "@ruaflow/runtime/work";
import { deleteOldReports } from "./delete-old-reports.ts";

const LOOK_EVERY_MS = 10_000;
/** Domains that are deleted together; those that are deleted meanwhile are the next. */
const DOMAINS_TOGETHER = 2000;
/** How often to look for reports that are older than their domain keeps them. */
const RETENTION_EVERY_MS = 3_600_000;

/** Deletes the data of domains that were deleted, in the background. */
export interface Deletions {
  /** Looks for such domains at once. */
  wake(): void;
}

interface DeletionContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly now: () => Date;
}

/**
 * Removes what readers do not see any more, and what is older than it is to be kept, for as long as the server lives: of
 * deletions that begin, of those that another process left when it died, and what a writer still had in hand and wrote
 * after. Of several processes one does it at a time.
 */
export function finishDeletions(server: HttpServer, context: DeletionContext): Deletions {
  let loop: Loop | undefined;
  let retentionAt = Number.NEGATIVE_INFINITY;

  async function work(stopping: AbortSignal): Promise<boolean> {
    await deleteAll(context, stopping);
    if (stopping.aborted || performance.now() - retentionAt < RETENTION_EVERY_MS) return false;
    await context.metadata.domains.withDeletionLock(() => deleteOldReports(context));
    retentionAt = performance.now();
    return false;
  }
  server.addHook("onReady", async () => {
    loop = startLoop({
      name: "deletions",
      everyMs: LOOK_EVERY_MS,
      restMs: LOOK_EVERY_MS,
      work,
      onError: (error) => server.log.warn({ err: error }, "deletions are tried again"),
    });
  });
  server.addHook("onClose", async () => loop?.stop());
  return { wake: () => loop?.wake() };
}

async function deleteAll(context: DeletionContext, stopping: AbortSignal): Promise<void> {
  const { metadata } = context;
  if ((await metadata.domains.listDomainsToDelete(1)).length === 0) return;
  await metadata.domains.withDeletionLock(async () => {
    for (let isMore = true; isMore && !stopping.aborted; ) isMore = await deleteSome(context);
  });
}

/**
 * Deletes the domains that are due, with one statement for each table. Each step may be repeated, so a crash anywhere only
 * makes the next look begin again.
 *
 * @returns whether there are more
 */
async function deleteSome({ metadata, records }: DeletionContext): Promise<boolean> {
  const domains = await metadata.domains.listDomainsToDelete(DOMAINS_TOGETHER);
  await metadata.domains.deleteDomainData(domains);
  await records.deleteDomains(domains);
  await metadata.domains.finishDeletions(domains);
  return domains.length === DOMAINS_TOGETHER;
}
