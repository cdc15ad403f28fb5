import type { Submission } from "@ruaflow/dmarc";
import type { SubmissionFacts } from "@ruaflow/metadata-store/intake";
import { acceptReport } from "./accept-report.ts";
import { openChunks, removeChunks } from "./reading/chunks.ts";
import type { NoReport, ReadEntry } from "./reading/read-entries.ts";
import { BodyTooLargeError, type Spool, spoolBody } from "./spool.ts";
import type { Arriving, EntryContext, IngestMeans } from "./submission-context.ts";
import type { EntryResult, Route } from "./submission-result.ts";

/**
 * The path of one submission: spool its body, have its entries read, then judge and make durable one after the
 * other.
 */
export async function readSubmission(
  submission: Submission,
  route: Route,
  means: IngestMeans,
): Promise<readonly EntryResult[]> {
  const spool = await spoolWithin(submission, means);
  if (!spool) return [await refuseBody(submission, route, means)];
  try {
    return await readEntries(spool, { submission, route, means });
  } finally {
    await spool.remove();
  }
}

async function readEntries(spool: Spool, arriving: Arriving): Promise<EntryResult[]> {
  const { submission, route, means } = arriving;
  const entryContext = { ...arriving, archive: createArchive(spool, arriving) };
  const results: EntryResult[] = [];
  const wanted = { name: submission.name, ...(route.entries && { entries: route.entries }) };
  for await (const entry of means.reader.read(spool, wanted)) results.push(await takeEntry(entry, entryContext));
  return results;
}

async function takeEntry({ index, path, found }: ReadEntry, entryContext: EntryContext): Promise<EntryResult> {
  if (found.kind !== "report") return saveOutcome({ path, entry: index }, found, entryContext);
  const { document, chunks } = found;
  try {
    return await acceptReport({ path, entry: index, document, chunks: openChunks(chunks) }, entryContext);
  } finally {
    await removeChunks(chunks);
  }
}

/** Writes down an entry that is no report we can store. A refused one keeps its bytes. */
async function saveOutcome(
  { path, entry }: { readonly path: string; readonly entry: number },
  found: NoReport,
  context: EntryContext,
): Promise<EntryResult> {
  const { submission, route } = context;
  const outcome = found.kind;
  const reason = found.kind === "refused" ? found.reason : found.what;
  await context.archive(route.organizationId);
  const facts = { entry, outcome, reason, detail: found.detail, path, domainId: null, reportId: null };
  await context.means.outputs.saveArrival({
    ...facts,
    submissionId: submission.id,
    organizationId: route.organizationId,
  });
  return { ...facts, domain: null };
}

function createArchive(spool: Spool, { submission, means }: Arriving): EntryContext["archive"] {
  let done: Promise<void> | undefined;
  return (organizationId) => {
    done ??= means.outputs.archive(toFacts(submission, organizationId), spool);
    return done;
  };
}

function toFacts({ id, channel, name, receivedAt }: Submission, organizationId: string | null): SubmissionFacts {
  return { id, channel, name, receivedAt, organizationId };
}

async function spoolWithin(submission: Submission, { limits, spoolFolder }: IngestMeans): Promise<Spool | null> {
  try {
    return await spoolBody(submission.body, { bytesMax: limits.bodyBytesMax, folder: spoolFolder });
  } catch (error) {
    if (error instanceof BodyTooLargeError) return null;
    throw error;
  }
}

/** A body beyond the limit is not kept: its sender is told at once, and the arrival says how large is too large. */
async function refuseBody(submission: Submission, route: Route, means: IngestMeans): Promise<EntryResult> {
  const detail = `The submission is larger than ${means.limits.bodyBytesMax} bytes; send its reports one by one.`;
  const facts = { entry: 0, outcome: "refused", reason: "too-large", detail, path: submission.name } as const;
  const none = { domainId: null, reportId: null };
  const { organizationId } = route;
  await means.outputs.saveArrival({ ...facts, ...none, submissionId: submission.id, organizationId });
  return { ...facts, ...none, domain: null };
}
