import type { HttpServer } from "@ruaflow/http";
import type { DomainToDelete, MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";

const LOOK_EVERY_MS = 10_000;

/** Deletes the data of domains that were deleted, in the background. */
export interface Deletions {
  /** Looks for such domains at once. */
  wake(): void;
}

interface Stores {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
}

/**
 * Finishes deletions for as long as the server lives: those that begin, those that another process left when it died, and
 * what a writer still had in hand and wrote after. Of several processes one does it at a time.
 */
export function finishDeletions(server: HttpServer, stores: Stores): Deletions {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isClosing = false;

  async function run(): Promise<void> {
    while (isWanted && !isClosing) {
      isWanted = false;
      await deleteAll(stores, () => isClosing).catch((error) => {
        server.log.warn({ err: error }, "deletions of domains are tried again");
      });
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

async function deleteAll(stores: Stores, isClosing: () => boolean): Promise<void> {
  const { metadata } = stores;
  if ((await metadata.listDomainsToDelete()).length === 0) return;
  await metadata.withDeletionLock(async () => {
    for (const domain of await metadata.listDomainsToDelete()) {
      if (isClosing()) return;
      await deleteOne(stores, domain);
    }
  });
}

/** Each step may be repeated, so a crash anywhere only makes the next look begin again. */
async function deleteOne({ metadata, records }: Stores, { organizationId, domainId }: DomainToDelete): Promise<void> {
  await metadata.deleteDomainData(organizationId, domainId);
  await records.deleteDomain(organizationId, domainId);
  await metadata.finishDeletion(organizationId, domainId);
}
