import { type EnvelopeEntry, openEnvelope, type Submission } from "@ruaflow/dmarc";
import type { SubmissionFacts } from "@ruaflow/metadata-store";
import { acceptReport } from "./accept-report.ts";
import { createChunkCollector } from "./chunks.ts";
import { type Document, readDocument } from "./document.ts";
import { BodyTooLargeError, type Spool, spoolBody } from "./spool.ts";
import type { Arriving, EntryContext, IngestMeans } from "./submission-context.ts";
import type { EntryResult, Route } from "./submission-result.ts";

/**
 * The path of one submission: spool its body, open the envelope, then read, judge and make durable one entry after
 * the other.
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
  const archive = createArchive(spool, arriving);
  const results: EntryResult[] = [];
  const options = { name: submission.name, limits: means.limits.envelope };
  let index = 0;
  for await (const entry of openEnvelope(spool.read(), options)) {
    const isWanted = route.entries?.has(index) ?? true;
    if (isWanted) results.push(await readEntry(entry, index, { ...arriving, archive }));
    index += 1;
  }
  return results;
}

async function readEntry(entry: EnvelopeEntry, index: number, entryContext: EntryContext): Promise<EntryResult> {
  if (entry.kind === "refused") return settle(entry.path, index, entry, entryContext);
  if (entry.kind === "not-aggregate") return settle(entry.path, index, entry, entryContext);
  const { spoolFolder, limits } = entryContext.means;
  const collector = createChunkCollector(spoolFolder);
  try {
    const document = await readDocument(entry.xml, collector, limits.xml);
    if (document.kind !== "report") return await settle(entry.path, index, document, entryContext);
    const chunks = await collector.finish();
    return await acceptReport({ path: entry.path, entry: index, document, chunks }, entryContext);
  } finally {
    await collector.remove();
  }
}

type NoReport = Exclude<Document | EnvelopeEntry, { kind: "report" | "document" }>;

/** Writes down an entry that is no report we can store. A refused one keeps its bytes. */
async function settle(path: string, entry: number, found: NoReport, context: EntryContext): Promise<EntryResult> {
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
