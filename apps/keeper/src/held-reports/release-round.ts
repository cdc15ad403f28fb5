import { type Ingest, toBodyFailure } from "@ruaflow/ingest";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { HeldSubmission } from "@ruaflow/metadata-store/domains";
import type { LoopOptions } from "@ruaflow/runtime/work";

const SUBMISSIONS_PER_BATCH = 20;

interface ReleaseContext {
  readonly ingest: Pick<Ingest, "resubmit">;
  readonly metadata: MetadataStore;
}

/** Submits held reports again once their domain is verified. Each submission is claimed by one process. */
export function createReleaseRound(context: ReleaseContext): LoopOptions["work"] {
  return async (stopping) => {
    while (!stopping.aborted) {
      const submissions = await context.metadata.domains.claimHeldSubmissions(SUBMISSIONS_PER_BATCH);
      if (submissions.length === 0) break;
      await Promise.all(submissions.map((submission) => release(submission, context)));
    }
    return false;
  };
}

async function release(held: HeldSubmission, { ingest, metadata }: ReleaseContext): Promise<void> {
  const { organizationId, entries, ...facts } = held;
  const submission = { ...facts, body: metadata.intake.readSubmissionBody(held.id) };
  try {
    const held = new Set(entries);
    await ingest.resubmit(submission, { organizationId, addDomains: false, entries: held, held });
  } catch (error) {
    const reason = toBodyFailure(error);
    if (reason === null) throw error;
    const none = { organizationId, domainId: null, reportId: null, path: null, detail: null };
    const outcome = { ...none, outcome: "dropped", reason } as const;
    await metadata.intake.saveArrivals(entries.map((entry) => ({ submissionId: held.id, entry, ...outcome })));
  }
}
