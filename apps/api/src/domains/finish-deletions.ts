import type { HttpServer } from "@ruaflow/http";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import { runWithServer } from "../server-loop.ts";
import { deleteOldReports } from "./delete-old-reports.ts";
import { type BodyDays, createBodyWalk } from "./discard-old-bodies.ts";

const CHECK_EVERY_MS = 10_000;
/** Domains deleted in one batch; domains that become due meanwhile are in the next. */
const DOMAINS_TOGETHER = 2000;
/** How often to delete reports beyond the retention of their domain. */
const RETENTION_EVERY_MS = 3_600_000;

/** Removes the data of deleted domains in the background. */
export interface Deletions {
  /** Checks for deleted domains at once. */
  wake(): void;
}

interface DeletionContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly now: () => Date;
  readonly bodyDays: BodyDays;
}

/**
 * Removes the data of deleted domains, and reports and bytes beyond their retention, until the server closes. This includes
 * deletions that another process left unfinished, and rows that a writer held during the deletion and wrote afterwards.
 * One process works at a time.
 */
export function finishDeletions(server: HttpServer, context: DeletionContext): Deletions {
  const { domains, intake } = context.metadata;
  const walk = createBodyWalk(context);
  let retentionAt = Number.NEGATIVE_INFINITY;
  const isRetentionDue = () => performance.now() - retentionAt >= RETENTION_EVERY_MS;

  async function work(stopping: AbortSignal): Promise<boolean> {
    await deleteAll(context, stopping);
    let isWalking = false;
    if (!stopping.aborted && (isRetentionDue() || walk.isDue())) {
      await domains.withDeletionLock(async () => {
        if (isRetentionDue()) {
          await deleteOldReports(context);
          retentionAt = performance.now();
        }
        isWalking = await walk.takeTurn(stopping);
      });
    }
    // Last: a raw store that is away must not hold up anything else.
    await intake.eraseObjects();
    return isWalking;
  }

  return runWithServer(server, {
    name: "deletions",
    everyMs: CHECK_EVERY_MS,
    work,
    onError: (error) => server.log.warn({ err: error }, "deletions failed and will be retried"),
  });
}

async function deleteAll(context: DeletionContext, stopping: AbortSignal): Promise<void> {
  const { metadata } = context;
  if ((await metadata.domains.listDomainsToDelete(1)).length === 0) return;
  await metadata.domains.withDeletionLock(async () => {
    for (let isMore = true; isMore && !stopping.aborted; ) isMore = await deleteSome(context);
  });
}

/**
 * Deletes the domains that are due, with one statement for each table. Each step may be repeated, so after a crash the
 * next check starts over.
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
