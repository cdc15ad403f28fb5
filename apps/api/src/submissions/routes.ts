import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { isFinal, type SavedArrival, type SubmissionStatus } from "@ruaflow/metadata-store/intake";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { SubmissionSchema } from "./submission-schema.ts";

const schema = {
  operationId: "readSubmission",
  tags: ["Reports"],
  summary: "Read the outcome of an upload",
  description:
    "Use the submission_id from the response to an upload. An accepted report is durable but not processed yet: a moment later this shows whether it is stored, a duplicate, or in conflict with a stored report. Repeat the request until final is true.",
  params: Type.Object({
    id: Type.String({ maxLength: 64, examples: ["sub_01ka8z5m3nq7v2x4c6b8d0f1gh"] }),
  }),
  response: {
    200: Type.Object({ data: SubmissionSchema }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    404: ProblemSchema,
    429: ProblemSchema,
    503: ProblemSchema,
  },
};

/** GET /submissions/:id, for keys that upload or read reports. */
export function registerSubmissions(server: HttpServer, { metadata }: ApiContext): void {
  const route = { schema, config: { scope: ["ingest:write", "reports:read"], etag: true } };
  server.get("/submissions/:id", route, async (request) => {
    const { organizationId } = readCaller(request);
    const status = await metadata.intake.readSubmissionStatus(organizationId, request.params.id);
    if (status === null) throw new ProblemError("not_found", "There is no submission with this id.");
    return { data: toBody(status) };
  });
}

function toBody({ id, createdAt, arrivals }: SubmissionStatus) {
  return {
    id,
    created_at: createdAt.toISOString(),
    final: arrivals.every(({ outcome }) => isFinal(outcome)),
    entries: arrivals.map(toEntryBody),
  };
}

function toEntryBody({ entry, path, outcome, reason, detail, reportId, domainId }: SavedArrival) {
  const final = isFinal(outcome);
  return { entry, path, outcome, final, reason, detail, report_id: reportId, domain_id: domainId };
}
