import type { HttpServer } from "@ruaflow/http";
import type { DomainToDelete, MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import { deleteOldReports } from "./delete-old-reports.ts";

const LOOK_EVERY_MS = 10_000;
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
 * Finishes deletions, and deletes what is older than it is to be kept, for as long as the server lives: those that begin, those that another process left when it died, and
 * what a writer still had in hand and wrote after. Of several processes one does it at a time.
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
        await context.metadata.withDeletionLock(() => deleteOldReports(context));
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
  if ((await metadata.listDomainsToDelete()).length === 0) return;
  await metadata.withDeletionLock(async () => {
    for (const domain of await metadata.listDomainsToDelete()) {
      if (isClosing()) return;
      await deleteOne(context, domain);
    }
  });
}

/** Each step may be repeated, so a crash anywhere only makes the next look begin again. */
async function deleteOne(
  { metadata, records }: DeletionContext,
  { organizationId, domainId }: DomainToDelete,
): Promise<void> {
  await metadata.deleteDomainData(organizationId, domainId);
  await records.deleteDomain(organizationId, domainId);
  await metadata.finishDeletion(organizationId, domainId);
}
