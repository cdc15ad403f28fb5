import multipart from "@fastify/multipart";
import { type HttpServer, invalidAt, ProblemError, readCaller } from "@ruaflow/http";
import { createSubmissionId, isFinal } from "@ruaflow/metadata-store/intake";
import { askAsService } from "@ruaflow/runtime/asker";
import type { Arrival } from "../arrivals/arrival.ts";
import type { Ingest } from "../ingest.ts";
import type { EntryOutcome, EntryResult } from "../submission-result.ts";
import { registerExplain } from "./explain-route.ts";
import { readFormFiles, toParserLimits } from "./form-files.ts";
import { awaitFiles, discardRest, withArrival } from "./upload-arrival.ts";
import { uploadSchema } from "./upload-schema.ts";
import { readRawFile, type UploadedFile, type UploadLimits } from "./uploaded-file.ts";

const FILES_MAX = 100;
/** Size limit of all files of an upload together, as a multiple of the limit of one file. */
const LARGEST_FILES = 10;

export interface UploadRouteOptions {
  readonly ingest: Ingest;
  /** Limit of one file. */
  readonly bodyBytesMax: number;
}

interface FoundEntry extends EntryResult {
  readonly file: string;
  readonly submissionId: string;
}

/** POST /reports: accepts submissions for the caller's organization; POST /explain: reads one, and keeps nothing. */
export async function registerUploads(server: HttpServer, { ingest, bodyBytesMax }: UploadRouteOptions) {
  const limits = { filesMax: FILES_MAX, fileBytesMax: bodyBytesMax, bytesMax: LARGEST_FILES * bodyBytesMax };
  await server.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    scope.addHook("preValidation", async (request) => {
      if (request.isMultipart()) request.body = {};
    });
    scope.addHook("onResponse", ({ raw }) => discardRest(raw));
    await scope.register(multipart, { limits: toParserLimits(limits), throwFileSizeLimit: false });
    registerExplain(scope, { ingest, bodyBytesMax });
    const route = { schema: uploadSchema, config: { scope: "ingest:write" }, bodyLimit: limits.bytesMax };
    scope.post("/reports", route, async (request, reply) => {
      const { organizationId } = readCaller(request);
      const openFiles = () =>
        request.isMultipart()
          ? readFormFiles(request.parts(), limits)
          : readRawFile(request.query.name ?? "upload", request.body);
      // Reports take turns of their own, and none is refused because of questions that wait.
      const { entries, mails } = await askAsService(() =>
        withArrival(ingest.arrivals, { request, reply }, (arrival) =>
          submitFiles(openFiles(), { ingest, organizationId, arrival }),
        ),
      );
      // The line with both the request's id and those of its submissions.
      const submissionIds = [...new Set(entries.map(({ submissionId }) => submissionId))];
      request.log.debug({ organizationId, submissionIds }, "upload received");
      assertAccepted(entries, limits);
      return reply.status(202).send({ data: { summary: summarize(entries), mails, entries: entries.map(toBody) } });
    });
  });
}

interface Uploading {
  readonly ingest: Ingest;
  readonly organizationId: string;
  readonly arrival: Arrival;
}

async function submitFiles(
  files: AsyncGenerator<UploadedFile>,
  { ingest, organizationId, arrival }: Uploading,
): Promise<{ entries: FoundEntry[]; mails: number }> {
  const found: FoundEntry[] = [];
  let allMails = 0;
  for await (const { name, body } of awaitFiles(files, arrival)) {
    const facts = { id: createSubmissionId(), receivedAt: new Date(), channel: "upload", name } as const;
    const received = await arrival.receive(body);
    const route = { organizationId, addDomains: false };
    const { submissionId, entries, mails } = await ingest.submit({ ...facts, body: received }, route);
    await received.remove();
    allMails += mails;
    found.push(...entries.map((entry) => ({ ...entry, file: name, submissionId })));
  }
  return { entries: found, mails: allMails };
}

/** A file that is too large is listed among the others. If every file is too large, the answer is a problem. */
function assertAccepted(entries: readonly FoundEntry[], { fileBytesMax }: UploadLimits): void {
  if (entries.length === 0) throw invalidAt("/body", "contains no file");
  if (!entries.every(({ reason }) => reason === "too-large")) return;
  const detail = `A file may have at most ${fileBytesMax} bytes. Send the reports of a larger file in several files.`;
  throw new ProblemError("payload_too_large", detail);
}

function summarize(entries: readonly FoundEntry[]) {
  const count = (wanted: EntryOutcome) => entries.filter(({ outcome }) => outcome === wanted).length;
  return {
    accepted: count("accepted"),
    duplicate: count("duplicate"),
    conflict: count("conflict"),
    held: count("held"),
    refused: count("refused"),
    not_aggregate: count("not-aggregate"),
  };
}

function toBody({ file, submissionId, reportId, outcome, facts, ...entry }: FoundEntry) {
  const status = { final: isFinal(outcome), status_url: `/api/v1/submissions/${submissionId}` };
  return { file, submission_id: submissionId, ...entry, ...facts, outcome, ...status, report_id: reportId };
}
