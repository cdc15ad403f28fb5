import type { Submission } from "@ruaflow/dmarc";
import type { SubmissionFacts } from "@ruaflow/metadata-store/intake";
import { acceptReport } from "./accept-report.ts";
import { ReceivedBody } from "./arrivals/arrival.ts";
import { toParty } from "./arrivals/party.ts";
import { createIdentityTurns, processTogether } from "./process-together.ts";
import { openChunks, removeChunks } from "./reading/chunks.ts";
import type { ReadEntry, RejectedEntry } from "./reading/read-entries.ts";
import { createTrustOfReports, type TrustOfReports } from "./report-trust.ts";
import { saveProof } from "./save-proof.ts";
import { BodyTooLargeError, type Spool, spoolBody } from "./spool.ts";
import type { EntryContext, IngestServices, SubmissionContext } from "./submission-context.ts";
import type { EntryResult, Route, SubmissionResult } from "./submission-result.ts";

type Reading = Pick<SubmissionResult, "entries" | "mails">;

/**
 * The path of one submission: spool its body, read its entries, then decide on each and make it durable, several together. A
 * body that a client sent is spooled already.
 */
export async function readSubmission(submission: Submission, route: Route, services: IngestServices): Promise<Reading> {
  const context = { submission, route, services, party: toParty(submission, route) };
  const { body } = submission;
  if (body instanceof ReceivedBody) {
    if (body.spool === null) return refuseBody(submission, route, services);
    return body.read(context.party, (spool) => readEntries(spool, context));
  }
  const spool = await spoolWithin(submission, services);
  if (!spool) return refuseBody(submission, route, services);
  try {
    return await readEntries(spool, context);
  } finally {
    await spool.remove();
  }
}

async function readEntries(spool: Spool, submissionContext: SubmissionContext): Promise<Reading> {
  const { submission, route, services } = submissionContext;
  const archive = createArchive(spool, submissionContext);
  const trust = createTrust(spool, submissionContext);
  const inTurn = createIdentityTurns();
  let mails = 0;
  const onMailboxMails = (count: number) => {
    mails = count;
  };
  const wanted = { name: submission.name, onMailboxMails, ...(route.entries && { entries: route.entries }) };
  const found = services.reader.read(spool, wanted, submissionContext.party);
  const entries = await processTogether(found, {
    budget: services.entriesBudget,
    party: submissionContext.party,
    async process(entry, passInTurn) {
      const keep = async (organizationId: string | null) => {
        if (!archive.isKept()) await passInTurn();
        await archive.keep(organizationId);
      };
      const context = { ...submissionContext, archive: keep, trust };
      const result = await inTurn(entry, () => processEntry(entry, context));
      services.onEntry?.(result);
      return result;
    },
  });
  if (!archive.isKept()) {
    await services.outputs.record({ ...toFacts(submission, route.organizationId), ...(await spool.digest()) });
  }
  return { entries, mails };
}

async function processEntry({ index, path, found }: ReadEntry, entryContext: EntryContext): Promise<EntryResult> {
  if (found.kind !== "report") return saveRejection({ path, entry: index }, found, entryContext);
  const { document, chunks, mail } = found;
  try {
    return await acceptReport({ path, entry: index, document, chunks: openChunks(chunks), mail }, entryContext);
  } finally {
    await removeChunks(chunks);
  }
}

/**
 * Records an entry that cannot be stored as a report. The bytes of the submission are kept. A TLS report or a failure report
 * belongs to the owner of the domain that it states.
 */
async function saveRejection(
  { path, entry }: { readonly path: string; readonly entry: number },
  found: RejectedEntry,
  context: EntryContext,
): Promise<EntryResult> {
  const { submission, route, services } = context;
  const outcome = found.kind;
  const reason = found.kind === "refused" ? found.reason : found.what;
  const domain = "domain" in found ? found.domain : null;
  const owner = domain === null ? null : await services.lookups.findOwner(domain, { ...route, addDomains: false });
  const claim =
    owner === null || owner.kind === "none" ? { organizationId: route.organizationId, domainId: null } : owner;
  const { organizationId, domainId } = claim;
  await context.archive(organizationId);
  if (outcome === "refused") await saveProof(context);
  const facts = { entry, outcome, reason, detail: found.detail, path, domain, domainId, reportId: null };
  await services.outputs.saveArrival({ ...facts, submissionId: submission.id, organizationId });
  return { ...facts, trust: null, totals: null };
}

function createTrust(spool: Spool, { submission, services }: SubmissionContext): TrustOfReports {
  const { mailAuthenticator, readKnownProof } = services;
  const known = readKnownProof && { readKnownProof: () => readKnownProof(submission.id) };
  return createTrustOfReports({ submission, spool, mailAuthenticator, ...known });
}

function createArchive(spool: Spool, { submission, services }: SubmissionContext) {
  let done: Promise<void> | undefined;
  return {
    keep(organizationId: string | null): Promise<void> {
      done ??= services.outputs.archive(toFacts(submission, organizationId), spool);
      return done;
    },
    isKept: () => done !== undefined,
  };
}

function toFacts({ id, channel, name, receivedAt }: Submission, organizationId: string | null): SubmissionFacts {
  return { id, channel, name, receivedAt, organizationId };
}

async function spoolWithin(submission: Submission, { limits, spoolFolder }: IngestServices): Promise<Spool | null> {
  try {
    return await spoolBody(submission.body, { bytesMax: limits.bodyBytesMax, folder: spoolFolder });
  } catch (error) {
    if (error instanceof BodyTooLargeError) return null;
    throw error;
  }
}

/** A body beyond the limit is not kept: the sender gets the reason at once, and the arrival records the limit. */
async function refuseBody(submission: Submission, route: Route, services: IngestServices): Promise<Reading> {
  const detail = `The submission is larger than ${services.limits.bodyBytesMax} bytes. Send its reports one by one.`;
  const facts = { entry: 0, outcome: "refused", reason: "too-large", detail, path: submission.name } as const;
  const none = { domainId: null, reportId: null };
  const { organizationId } = route;
  const sizeBytes = services.limits.bodyBytesMax;
  await services.outputs.record({ ...toFacts(submission, organizationId), sizeBytes, sha256: null });
  await services.outputs.saveArrival({ ...facts, ...none, submissionId: submission.id, organizationId });
  return { entries: [{ ...facts, ...none, domain: null, trust: null, totals: null }], mails: 0 };
}
