import type { Submission } from "@ruaflow/dmarc";
import type { SubmissionFacts } from "@ruaflow/metadata-store/intake";
import { type OpenedBody, ReceivedBody, toParty } from "../arrivals/arrival.ts";
import { removeChunks } from "../reading/chunks.ts";
import type { ReadEntry } from "../reading/read-entries.ts";
import { BodyTooLargeError, type Spool, spoolBody } from "../spool.ts";
import type { EntryResult, Route, SubmissionResult } from "../submission-result.ts";
import type { Party } from "../turns.ts";
import type { MailAllowance, UnprovenReport } from "../unproven/unproven-budget.ts";
import { createArchive } from "./archive.ts";
import { judgeEntry } from "./judge.ts";
import type { Judged } from "./judged.ts";
import { makeDurable } from "./make-durable.ts";
import { createIdentityTurns, processTogether } from "./process-together.ts";
import { createTrustOfReports } from "./report-trust.ts";
import type { IngestServices, SubmissionContext } from "./submission-context.ts";

type Taken = Pick<SubmissionResult, "entries" | "mails">;

/**
 * The path of one submission. No step goes back to one before it:
 *
 * 1. spool its body; one that a client sent is spooled already
 * 2. read its entries, several in flight together
 * 3. judge each: its owner, its identity, how far it is trusted, and what is known of it; this writes nothing, except domains that
 *    an operator's import registers
 * 4. make it durable: its bytes, its messages in the log, its arrival
 * 5. answer with the outcome of each
 */
export async function takeIn(submission: Submission, route: Route, services: IngestServices): Promise<Taken> {
  const party = toParty(submission, route);
  const { outputs, mailAuthenticator, readKnownProof: readKnown } = services;
  const { body } = submission;
  const opened = await (body instanceof ReceivedBody ? body.open(party) : spoolWithin(body, services));
  if (!opened) return refuseBody(submission, route, services);
  const { spool } = opened;
  try {
    const archive = createArchive(toFacts(submission, route.organizationId), spool, outputs);
    const known = readKnown && { readKnownProof: () => readKnown(submission.id) };
    const trust = createTrustOfReports({ submission, spool, mailAuthenticator, ...known });
    const hold = services.holdRoom.open(spool.sizeBytes);
    const allowance = await services.unprovenBudget.admit({ submission, route, trust, bytes: spool.sizeBytes });
    return await takeEntries(spool, { submission, route, services, party, archive, hold, trust, allowance });
  } finally {
    await opened.close();
  }
}

async function takeEntries(spool: Spool, context: SubmissionContext): Promise<Taken> {
  const { submission, route, services, archive, allowance } = context;
  const party = context.party && allowance?.isUnproven ? toUnproven(context.party) : context.party;
  const inTurn = createIdentityTurns();
  let mails = 0;
  const onMailboxMails = (count: number) => {
    mails = count;
  };
  const recordsMax = allowance?.recordsMax;
  const wanted = {
    name: submission.name,
    onMailboxMails,
    ...(route.entries && { entries: route.entries }),
    ...(recordsMax !== undefined && { recordsMax }),
  };
  const entries = await processTogether(services.reader.read(spool, wanted, party), {
    budget: services.entriesBudget,
    party,
    process: (entry, passInTurn) => inTurn(entry, () => takeEntry(entry, context, passInTurn)),
  });
  const isKept = archive.isKept();
  if (!isKept) {
    const organizationId = await services.lookups.findViewer(route);
    await services.outputs.record({ ...toFacts(submission, organizationId), ...(await spool.digest()) });
  }
  const hasProvenOnly = entries.length > 0 && entries.every(({ trust }) => trust !== null && trust !== "none");
  await allowance?.finish({ isKept, hasProvenOnly });
  return { entries, mails };
}

/** Unproven mail of all senders waits for one turn, and never takes the last worker. */
function toUnproven({ organization }: Party): Party {
  return { organization, kind: "unproven", id: "" };
}

async function takeEntry(
  entry: ReadEntry,
  context: SubmissionContext,
  passInTurn: () => Promise<void>,
): Promise<EntryResult> {
  try {
    const { allowance } = context;
    if (allowance && isBeyond(entry, allowance)) await allowance.exceed();
    const judged = await judgeEntry(entry, context);
    if (allowance && judged.isUnproven) await allowance.take(toUnprovenReport(judged));
    await makeDurable(judged, context, passInTurn);
    context.services.onEntry?.(judged.result);
    return judged.result;
  } finally {
    if (entry.found.kind === "report") await removeChunks(entry.found.chunks);
  }
}

/** Whether reading stopped because no more records of the report were worth it. */
function isBeyond({ found }: ReadEntry, { recordsMax }: MailAllowance): boolean {
  return recordsMax !== undefined && found.kind === "refused" && found.reason === "too-many-records";
}

function toUnprovenReport({ domainId, result: { outcome, totals } }: Judged): UnprovenReport {
  return { domainId, records: totals?.records ?? 0, isStored: outcome !== "duplicate" };
}

function toFacts({ id, channel, name, receivedAt }: Submission, organizationId: string | null): SubmissionFacts {
  return { id, channel, name, receivedAt, organizationId };
}

/** `null`: it is larger than the limit. */
async function spoolWithin(
  body: Submission["body"],
  { limits, spoolFolder }: IngestServices,
): Promise<OpenedBody | null> {
  try {
    const spool = await spoolBody(body, { bytesMax: limits.bodyBytesMax, folder: spoolFolder });
    return { spool, close: spool.remove };
  } catch (error) {
    if (error instanceof BodyTooLargeError) return null;
    throw error;
  }
}

/** A body beyond the limit is not kept: the sender gets the reason at once, and the arrival records the limit. */
async function refuseBody(submission: Submission, route: Route, services: IngestServices): Promise<Taken> {
  const detail = `The submission is larger than ${services.limits.bodyBytesMax} bytes. Send its reports one by one.`;
  const facts = { entry: 0, outcome: "refused", reason: "too-large", detail, path: submission.name } as const;
  const none = { domainId: null, reportId: null };
  const organizationId = await services.lookups.findViewer(route);
  const sizeBytes = services.limits.bodyBytesMax;
  await services.outputs.record({ ...toFacts(submission, organizationId), sizeBytes, sha256: null });
  await services.outputs.saveArrival({ ...facts, ...none, submissionId: submission.id, organizationId });
  return { entries: [{ ...facts, reportId: null, domain: null, trust: null, totals: null }], mails: 0 };
}
