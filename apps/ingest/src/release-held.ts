import type { MetadataStore } from "@ruaflow/metadata-store";
import type { HeldSubmission } from "@ruaflow/metadata-store/domains";
import { SubmissionBodyMissingError } from "@ruaflow/metadata-store/intake";
import type { Service } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import { startLoop } from "@ruaflow/runtime/work";
import type { Ingest } from "./ingest.ts";

/** How often to look for domains that were verified. */
const POLL_MS = 2000;
/** Looks from one housekeeping to the next: five minutes. */
const LOOKS_PER_HOUSEKEEPING = 150;
const SUBMISSIONS_AT_ONCE = 20;
/** What a submission counts for that is read once more: as much of its body as is held in memory. */
const SUBMISSION_BYTES = 1024 * 1024;

export interface ReleasesOptions {
  readonly ingest: Ingest;
  readonly metadata: MetadataStore;
  readonly logger: Logger;
}

/**
 * Takes reports that waited for the verification of their domain through ingest again, until stopped; and removes those
 * that have waited for too long. Any number of processes may do so: each submission is taken by one.
 */
export function startReleases({ logger, ...options }: ReleasesOptions): Service {
  let looks = 0;
  return startLoop({
    name: "releases",
    everyMs: POLL_MS,
    restMs: POLL_MS,
    onError: (error) => logger.warn({ err: error }, "reports that waited are released later"),
    async work(stopping) {
      looks += 1;
      await releaseAll(options, stopping);
      if (looks % LOOKS_PER_HOUSEKEEPING === 1) await keepHouse(options.metadata);
      return false;
    },
  });
}

async function releaseAll(options: Omit<ReleasesOptions, "logger">, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const submissions = await options.metadata.domains.claimHeldSubmissions(SUBMISSIONS_AT_ONCE);
    if (submissions.length === 0) return;
    await Promise.all(submissions.map((submission) => release(submission, options)));
  }
}

async function release(held: HeldSubmission, { ingest, metadata }: Omit<ReleasesOptions, "logger">): Promise<void> {
  const { organizationId, entries, ...facts } = held;
  const submission = { ...facts, body: metadata.intake.readSubmissionBody(held.id) };
  const share = await ingest.inHand.enter(SUBMISSION_BYTES);
  try {
    await ingest.resubmit(submission, { organizationId, addDomains: false, entries: new Set(entries) });
  } catch (error) {
    if (!(error instanceof SubmissionBodyMissingError)) throw error;
    const none = { organizationId, domainId: null, reportId: null, path: null, detail: null };
    const outcome = { ...none, outcome: "dropped", reason: "body-missing" } as const;
    await metadata.intake.saveArrivals(entries.map((entry) => ({ submissionId: held.id, entry, ...outcome })));
  } finally {
    share.leave();
  }
}

async function keepHouse(metadata: MetadataStore): Promise<void> {
  await metadata.domains.finishReleases();
  await metadata.domains.eraseBodies();
  while ((await metadata.domains.expireHeldReports()) > 0);
}
