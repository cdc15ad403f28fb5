import type { HttpServer } from "@ruaflow/http";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
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
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isClosing = false;
  let retentionAt = Number.NEGATIVE_INFINITY;

  async function run(): Promise<void> {
    while (isWanted && !isClosing) {
      isWanted = false;
      try {
        await deleteAll(context, () => isClosing);
        if (performance.now() - retentionAt < RETENTION_EVERY_MS) continue;
        await context.metadata.domains.withDeletionLock(() => deleteOldReports(context));
        retentionAt = performance.now();
      } catch (error) {
        server.log.warn({ err: error }, "deletions are tried again");
      }
    }
    running = undefined;
  }
  const wake = () => {
    isWanted = true;
    running ??= run();
  };
  const timer = setInterval(wake, LOOK_EVERY_MS).unref();
  server.addHook("onReady", async () => wake());
  server.addHook("onClose", async () => {
    isClosing = true;
    clearInterval(timer);
    await running;
  });
  return { wake };
}

async function deleteAll(context: DeletionContext, isClosing: () => boolean): Promise<void> {
  const { metadata } = context;
  if ((await metadata.domains.listDomainsToDelete(1)).length === 0) return;
  await metadata.domains.withDeletionLock(async () => {
    for (let isMore = true; isMore && !isClosing(); ) isMore = await deleteSome(context);
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
