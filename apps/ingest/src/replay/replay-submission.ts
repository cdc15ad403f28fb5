import type { MetadataStore } from "@ruaflow/metadata-store";
import type { SubmissionSummary } from "@ruaflow/metadata-store/intake";
import type { SubmissionState } from "@ruaflow/metadata-store/submission-states";
import { type BodyFailure, toBodyFailure } from "../body-failure.ts";
import type { Ingest } from "../ingest.ts";
import type { EntryResult, Route, SubmissionResult } from "../submission-result.ts";

type MisreadReport = Awaited<ReturnType<MetadataStore["reports"]["listMisreadReports"]>>[number];

export interface ReplayContext {
  readonly ingest: Ingest;
  readonly metadata: MetadataStore;
  /** Repeats what an outage interrupts; absent: the outage ends the replay. */
  readonly retry?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export interface ReplayOptions {
  /** Only this organization's domains; `null`: the organization that verified the domain. */
  readonly organizationId: string | null;
  /** Reads and decides, and changes nothing. */
  readonly dryRun: boolean;
  /** The log has lost what was accepted of it: these reports are not on their way, and count anew. */
  readonly isLost?: boolean;
}

/** What a replay did, or would do. */
export interface Replay {
  readonly submissionId: string;
  readonly stateBefore: SubmissionState;
  /** `null`: it could not be read again, and nothing changed. */
  readonly after: { readonly state: SubmissionState; readonly entries: readonly EntryResult[] } | null;
  /** Why it could not be read again. */
  readonly failure: BodyFailure | null;
  /** Stored reports that get their right reporter: they counted before, and count once. */
  readonly mended: number;
  /** Positions of the entries that counted before, or were on their way to. */
  readonly countedBefore: ReadonlySet<number>;
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
 * get the new outcome. A report that is stored stays as it is, unless letters of its reporter's name could not be read then
 * and can be now: it gives way to itself under its right name. Repeating it, also after a crash, counts nothing twice. Bytes that are missing or damaged change nothing.
 * @throws if a store or the log is unreachable, unless the context repeats it; replay it again then
 */
export async function replaySubmission(
  submission: SubmissionSummary,
  options: ReplayOptions,
  context: ReplayContext,
): Promise<Replay> {
  const { id: submissionId, state: stateBefore, bodyKept } = submission;
  const { metadata, retry = (work) => work() } = context;
  const { countedBefore, held } = await retry(() => readPlaces(submissionId, options, metadata));
  const places = { ...options, held };
  const facts = { submissionId, stateBefore, countedBefore };
  const unread = { ...facts, after: null, mended: 0, difference: sumAccepted([], countedBefore) };
  if (!bodyKept) return { ...unread, failure: "body-missing" };
  try {
    const { preview, mended } = await retry(() => findMended(submission, places, context));
    const after =
      options.dryRun && preview !== null
        ? preview
        : await retry(() => readAgain(submission, places, { ...context, mended }));
    const difference = sumAccepted(after.entries, countedBefore);
    return { ...facts, after, failure: null, mended: mended.length, difference };
  } catch (error) {
    const failure = toBodyFailure(error);
    if (failure === null) throw error;
    return { ...unread, failure };
  }
}

/** Positions of the entries that count, or are on their way to, and of those that are held. */
async function readPlaces(submissionId: string, { isLost = false }: ReplayOptions, { intake }: MetadataStore) {
  const arrivals = await intake.readArrivals([submissionId]);
  const counted = arrivals.filter(({ outcome }) => outcome === "stored" || (outcome === "accepted" && !isLost));
  const held = arrivals.filter(({ outcome }) => outcome === "held");
  return { countedBefore: toPositions(counted), held: toPositions(held) };
}

function toPositions(arrivals: readonly { readonly entry: number }[]): ReadonlySet<number> {
  return new Set(arrivals.map(({ entry }) => entry));
}

type Places = ReplayOptions & Required<Pick<Route, "held">>;

/** Stored reports of the submission that are identified otherwise now, with the preview that shows it, if there is one. */
async function findMended(submission: SubmissionSummary, options: Places, context: ReplayContext) {
  const misread = await context.metadata.reports.listMisreadReports(submission.id);
  if (!options.dryRun && misread.length === 0) return { preview: null, mended: [] };
  const preview = await previewSubmission(submission, options, context);
  return { preview, mended: misread.filter((report) => isMended(report, preview.entries)) };
}

function previewSubmission(
  submission: SubmissionSummary,
  { organizationId, held }: Places,
  { ingest, metadata }: ReplayContext,
): Promise<SubmissionResult> {
  const body = metadata.intake.readSubmissionBody(submission.id);
  return ingest.preview({ ...toFacts(submission), body }, { organizationId, addDomains: false, held });
}

/**
 * Whether a stored report is identified otherwise now, because its reporter's name can be read. A mail whose sender cannot be proven
 * any more leaves its report as it is: it would stop to count.
 */
function isMended({ reportId, entry, trust }: MisreadReport, entries: readonly EntryResult[]): boolean {
  const found = entries.find((result) => result.entry === entry);
  if (!found || found.reportId === null || found.reportId === reportId) return false;
  return (
    found.outcome === "duplicate" || (found.outcome === "accepted" && (found.trust !== "none" || trust === "none"))
  );
}

async function readAgain(
  submission: SubmissionSummary,
  { organizationId, held }: Places,
  { ingest, metadata: { intake, reports }, mended }: ReplayContext & { readonly mended: readonly MisreadReport[] },
): Promise<SubmissionResult> {
  const { id } = submission;
  const facts = toFacts(submission);
  const route = { organizationId, addDomains: false, held };
  const body = intake.readSubmissionBody(id);
  const openEntries = async () => {
    await intake.beginReplay(id);
    await reports.withdrawMisreadReports(
      id,
      mended.map(({ reportId }) => reportId),
    );
  };
  const result = await ingest.resubmit({ ...facts, body: openEntriesAfter(body, openEntries) }, route);
  await intake.endReplay(id);
  return result;
}

function toFacts({ id, channel, name, receivedAt }: SubmissionSummary) {
  return { id, channel: channel ?? "upload", name: name ?? "", receivedAt };
}

/** Ingest reads a body to its end before it decides anything, and the end is reached only by bytes that are not damaged. */
async function* openEntriesAfter(body: AsyncIterable<Uint8Array>, openEntries: () => Promise<void>) {
  yield* body;
  await openEntries();
}

/** What newly counts of entries, before or after the record-writer has told which of them are copies. */
export function sumAccepted(entries: readonly EntryResult[], countedBefore: ReadonlySet<number>): ReplayDifference {
  const accepted = entries.filter(({ entry, outcome }) => outcome === "accepted" && !countedBefore.has(entry));
  return {
    reports: accepted.length,
    records: accepted.reduce((sum, { totals }) => sum + (totals?.records ?? 0), 0),
    messages: accepted.reduce((sum, { totals }) => sum + (totals?.messages ?? 0), 0),
  };
}
