import type { MetadataStore } from "@ruaflow/metadata-store";
import type { HeldSubmission } from "@ruaflow/metadata-store/domains";
import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import { startLoop } from "@ruaflow/runtime/work";
import { toBodyFailure } from "./body-failure.ts";
import type { Ingest } from "./ingest.ts";

/** How often to check for domains that were verified. */
const POLL_MS = 2000;
/** Rounds between two housekeepings: five minutes. */
const ROUNDS_PER_HOUSEKEEPING = 150;
const SUBMISSIONS_PER_BATCH = 20;

export interface ReleasesOptions {
  readonly ingest: Ingest;
  readonly metadata: MetadataStore;
  readonly logger: Logger;
}

/**
 * Submits held reports again once their domain is verified, and removes those held for too long, until stopped. Any
 * number of processes may run it: each submission is claimed by one.
 */
export function startReleases({ logger, ...options }: ReleasesOptions): Service {
  let rounds = 0;
  return startLoop({
    name: "releases",
    everyMs: POLL_MS,
    restMs: POLL_MS,
    onError: (error) => logger.warn({ err: error }, "held reports could not be released and will be retried"),
    async work(stopping) {
      rounds += 1;
      await releaseAll(options, stopping);
      if (rounds % ROUNDS_PER_HOUSEKEEPING === 1) await runHousekeeping(options.metadata);
      return false;
    },
  });
}

async function releaseAll(options: Omit<ReleasesOptions, "logger">, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const submissions = await options.metadata.domains.claimHeldSubmissions(SUBMISSIONS_PER_BATCH);
    if (submissions.length === 0) return;
    await Promise.all(submissions.map((submission) => release(submission, options)));
  }
}

async function release(held: HeldSubmission, { ingest, metadata }: Omit<ReleasesOptions, "logger">): Promise<void> {
  const { organizationId, entries, ...facts } = held;
  const submission = { ...facts, body: metadata.intake.readSubmissionBody(held.id) };
  try {
    await ingest.resubmit(submission, { organizationId, addDomains: false, entries: new Set(entries) });
  } catch (error) {
    const reason = toBodyFailure(error);
    if (reason === null) throw error;
    const none = { organizationId, domainId: null, reportId: null, path: null, detail: null };
    const outcome = { ...none, outcome: "dropped", reason } as const;
    await metadata.intake.saveArrivals(entries.map((entry) => ({ submissionId: held.id, entry, ...outcome })));
  }
}

async function runHousekeeping(metadata: MetadataStore): Promise<void> {
  await metadata.domains.finishReleases();
  await metadata.domains.eraseBodies();
  while ((await metadata.domains.expireHeldReports()) > 0);
}
