import { type HttpServer, ProblemError, type RouteSchema, readCaller } from "@ruaflow/http";
import { SubmissionBodyMissingError } from "@ruaflow/metadata-store/body-errors";
import type { SubmissionSummary } from "@ruaflow/metadata-store/intake";
import { channelKinds } from "@ruaflow/report";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { sendStream } from "../send-stream.ts";
import { SubmissionParams, SubmissionProblems } from "./submission-schema.ts";

const schema: RouteSchema = {
  operationId: "downloadSubmission",
  tags: ["Submissions"],
  summary: "Download a submission as it arrived",
  description:
    "The bytes as they were received, as an attachment. Only for a submission whose entries all belong to your organization, as long as its bytes are kept. The bytes are the sender's: handle them with care.",
  params: SubmissionParams,
  response: {
    200: {
      description: "The bytes as they arrived.",
      content: {
        "application/octet-stream": {
          schema: Type.String({ format: "binary", examples: ["<feedback>...</feedback>"] }),
        },
      },
    },
    ...SubmissionProblems,
  },
};

/** GET /submissions/:id/raw */
export function registerRawSubmission(server: HttpServer, { metadata }: ApiContext): void {
  const route = { schema, config: { scope: "reports:read", etag: true } };
  server.get<{ Params: { id: string } }>("/submissions/:id/raw", route, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { id } = request.params;
    const submission = await metadata.intake.readSubmission(organizationId, id);
    if (submission === null) throw new ProblemError("not_found", "There is no submission with this id.");
    if (!(await metadata.intake.isOwnSubmission(organizationId, id))) {
      throw new ProblemError(
        "not_found",
        "The submission has reports of other organizations as well. Only the operator of this service can read its bytes.",
      );
    }
    return sendStream(request, reply, {
      pieces: readBody(metadata.intake.readSubmissionBody(id)),
      begin() {
        reply.type("application/octet-stream").header("x-content-type-options", "nosniff");
        if (submission.sha256 !== null) reply.header("etag", `"${submission.sha256}"`);
        reply.header("content-disposition", `attachment; filename="${toFileName(submission)}"`);
      },
    });
  });
}

async function* readBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (!(error instanceof SubmissionBodyMissingError)) throw error;
    throw new ProblemError(
      "not_found",
      "The bytes of this submission are not stored: they were deleted, or never kept.",
    );
  }
}

/** The sender's name would be attacker text in a header; only a plain extension of it is used. */
function toFileName({ id, channel, name }: SubmissionSummary): string {
  if (channel !== null && channelKinds[channel] === "mail") return `${id}.eml`;
  const extension = /\.(xml|gz|zip|eml|msg|tar|tgz|mbox)$/i.exec(name ?? "")?.[1] ?? "bin";
  return `${id}.${extension.toLowerCase()}`;
}
