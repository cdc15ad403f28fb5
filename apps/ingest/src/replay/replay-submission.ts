import type { MetadataStore } from "@ruaflow/metadata-store";
import type { SubmissionState, SubmissionSummary } from "@ruaflow/metadata-store/intake";
import type { Ingest } from "../ingest.ts";
import type { EntryResult } from "../submission-result.ts";

/** Bytes that a replayed submission counts for: the part of its body that is held in memory. */
const SUBMISSION_BYTES = 1024 * 1024;

export interface ReplayContext {
  readonly ingest: Ingest;
  readonly metadata: MetadataStore;
}

export interface ReplayOptions {
  /** Only this organization's domains; `null`: the organization that verified the domain. */
  readonly organizationId: string | null;
  /** Reads and decides, and changes nothing. */
  readonly dryRun: boolean;
}

/** What a replay did, or would do. */
export interface Replay {
  readonly submissionId: string;
  readonly stateBefore: SubmissionState;
  /** `null`: its bytes are not kept, so it cannot be read again. */
  readonly after: { readonly state: SubmissionState; readonly entries: readonly EntryResult[] } | null;
  readonly difference: ReplayDifference;
}

/** What newly counts. */
export interface ReplayDifference {
  readonly reports: number;
  readonly records: number;
  readonly messages: number;
}

/**
 * Reads a kept submission again, as if it arrived now: with today's parser, domains and limits. Entries that did not count
 * get the new outcome; a report that is stored stays as it is. Repeating it, also after a crash, counts nothing twice.
 * @throws if a store or the log is unreachable; replay it again then
 */
export async function replaySubmission(
  submission: SubmissionSummary,
  { organizationId, dryRun }: ReplayOptions,
  { ingest, metadata }: ReplayContext,
): Promise<Replay> {
  const { id, state, channel, name, receivedAt, bodyKept } = submission;
  const none = { reports: 0, records: 0, messages: 0 };
  if (!bodyKept) return { submissionId: id, stateBefore: state, after: null, difference: none };
  const facts = { id, channel: channel ?? "upload", name: name ?? "", receivedAt };
  const route = { organizationId, addDomains: false };
  const share = await ingest.budget.enter(SUBMISSION_BYTES);
  try {
    const again = { ...facts, body: metadata.intake.readSubmissionBody(id) };
    if (!dryRun) await metadata.intake.beginReplay(id);
    const after = await (dryRun ? ingest.preview(again, route) : ingest.resubmit(again, route));
    if (!dryRun) await metadata.intake.endReplay(id);
    return { submissionId: id, stateBefore: state, after, difference: sumAccepted(after.entries) };
  } finally {
    share.leave();
  }
}

function sumAccepted(entries: readonly EntryResult[]): ReplayDifference {
  const accepted = entries.filter(({ outcome }) => outcome === "accepted");
  return {
    reports: accepted.length,
    records: accepted.reduce((sum, { totals }) => sum + (totals?.records ?? 0), 0),
    messages: accepted.reduce((sum, { totals }) => sum + (totals?.messages ?? 0), 0),
  };
}
