import { setTimeout as sleep } from "node:timers/promises";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { HeldSubmission } from "@ruaflow/metadata-store/domains";
import { SubmissionBodyMissingError } from "@ruaflow/metadata-store/intake";
import type { Logger } from "@ruaflow/runtime";
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
export function startReleases(options: ReleasesOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = keepReleasing(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function keepReleasing({ logger, ...options }: ReleasesOptions, stopping: AbortSignal): Promise<void> {
  for (let look = 0; !stopping.aborted; look += 1) {
    try {
      await releaseAll(options, stopping);
      if (look % LOOKS_PER_HOUSEKEEPING === 0) await keepHouse(options.metadata);
    } catch (error) {
      logger.warn({ err: error }, "reports that waited are released later");
    }
    await sleep(POLL_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
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
