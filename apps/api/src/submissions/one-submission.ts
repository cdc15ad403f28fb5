import { type HttpServer, ProblemError, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import {
  SUBMISSION_SCOPES,
  SubmissionParams,
  SubmissionProblems,
  SubmissionSchema,
  toSubmissionBody,
} from "./submission-schema.ts";

const schema = {
  operationId: "readSubmission",
  tags: ["Submissions"],
  summary: "Read the outcome of a submission",
  description:
    "Use the submission_id from the response to an upload, or an id from the list. An accepted report is durable but not processed yet: a moment later this shows whether it is stored, a duplicate, or in conflict with a stored report. Repeat the request until final is true.",
  params: SubmissionParams,
  response: { 200: Type.Object({ data: SubmissionSchema }), ...SubmissionProblems },
};

/** GET /submissions/:id, for keys that upload or read reports. */
export function registerReadSubmission(server: HttpServer, { metadata }: ApiContext): void {
  const route = { schema, config: { scope: [...SUBMISSION_SCOPES], etag: true } };
  server.get("/submissions/:id", route, async (request) => {
    const { organizationId } = readCaller(request);
    const [submission, arrivals] = await Promise.all([
      metadata.intake.readSubmission(organizationId, request.params.id),
      metadata.intake.readOwnArrivals(organizationId, request.params.id),
    ]);
    if (submission === null || arrivals.length === 0) {
      throw new ProblemError("not_found", "There is no submission with this id.");
    }
    return { data: toSubmissionBody(submission, arrivals) };
  });
}
