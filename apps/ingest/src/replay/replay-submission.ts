import type { MetadataStore } from "@ruaflow/metadata-store";
import type { SubmissionState, SubmissionSummary } from "@ruaflow/metadata-store/intake";
import { type BodyFailure, toBodyFailure } from "../body-failure.ts";
import type { Ingest } from "../ingest.ts";
import type { EntryResult, SubmissionResult } from "../submission-result.ts";

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
  /** `null`: it could not be read again, and nothing changed. */
  readonly after: { readonly state: SubmissionState; readonly entries: readonly EntryResult[] } | null;
  /** Why it could not be read again. */
  readonly failure: BodyFailure | null;
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
 * Bytes that are missing or damaged change nothing.
 * @throws if a store or the log is unreachable; replay it again then
 */
export async function replaySubmission(
  submission: SubmissionSummary,
  options: ReplayOptions,
  context: ReplayContext,
): Promise<Replay> {
  const { id: submissionId, state: stateBefore, bodyKept } = submission;
  const unread = { submissionId, stateBefore, after: null, difference: sumAccepted([]) };
  if (!bodyKept) return { ...unread, failure: "body-missing" };
  try {
    const after = await readAgain(submission, options, context);
    return { submissionId, stateBefore, after, failure: null, difference: sumAccepted(after.entries) };
  } catch (error) {
    const failure = toBodyFailure(error);
    if (failure === null) throw error;
    return { ...unread, failure };
  }
}

async function readAgain(
  { id, channel, name, receivedAt }: SubmissionSummary,
  { organizationId, dryRun }: ReplayOptions,
  { ingest, metadata: { intake } }: ReplayContext,
): Promise<SubmissionResult> {
  const facts = { id, channel: channel ?? "upload", name: name ?? "", receivedAt };
  const route = { organizationId, addDomains: false };
  const body = intake.readSubmissionBody(id);
  if (dryRun) return ingest.preview({ ...facts, body }, route);
  const result = await ingest.resubmit({ ...facts, body: openEntriesAfter(body, () => intake.beginReplay(id)) }, route);
  await intake.endReplay(id);
  return result;
}

/** Ingest reads a body to its end before it decides anything, and the end is reached only by bytes that are not damaged. */
async function* openEntriesAfter(body: AsyncIterable<Uint8Array>, openEntries: () => Promise<void>) {
  yield* body;
  await openEntries();
}

function sumAccepted(entries: readonly EntryResult[]): ReplayDifference {
  const accepted = entries.filter(({ outcome }) => outcome === "accepted");
  return {
    reports: accepted.length,
    records: accepted.reduce((sum, { totals }) => sum + (totals?.records ?? 0), 0),
    messages: accepted.reduce((sum, { totals }) => sum + (totals?.messages ?? 0), 0),
  };
}
