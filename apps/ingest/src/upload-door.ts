import { randomUUID } from "node:crypto";
import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { Ingest } from "./ingest.ts";

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

const EntrySchema = Type.Object({
  entry: Type.Integer({ description: "Position in the upload." }),
  path: Type.String({ description: "Where in the upload it was found." }),
  outcome: Type.String({ description: "accepted, duplicate, conflict, held, refused or not-aggregate." }),
  reason: TextOrNull,
  detail: TextOrNull,
  report_id: TextOrNull,
  domain: TextOrNull,
});

const schema = {
  operationId: "uploadReports",
  tags: ["Reports"],
  summary: "Upload a report, or an archive or mail with reports",
  description:
    "The body is the file as it is: XML, gzip, zip, tar or a mail; what it is shows from its bytes. An accepted report is durable when the answer comes, and can be asked for a moment later.",
  querystring: Type.Object(
    { name: Type.Optional(Type.String({ maxLength: 255, description: "File name, for people." })) },
    { additionalProperties: false },
  ),
  response: {
    202: Type.Object({ data: Type.Object({ submission_id: Type.String(), entries: Type.Array(EntrySchema) }) }),
    "4xx": ProblemSchema,
  },
};

export interface UploadDoorOptions {
  readonly ingest: Ingest;
  readonly bodyBytesMax: number;
}

/** POST /reports: takes a submission of the caller's organization. */
export async function registerUploadDoor(server: HttpServer, { ingest, bodyBytesMax }: UploadDoorOptions) {
  await server.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    const route = { schema, config: { scope: "ingest:write" }, bodyLimit: bodyBytesMax };
    scope.post("/reports", route, async (request, reply) => {
      const { organizationId } = readCaller(request);
      const body = readBody(request.body);
      const submission = {
        id: `sub_${randomUUID().replaceAll("-", "")}`,
        receivedAt: new Date(),
        channel: "upload" as const,
        name: request.query.name ?? "upload",
        body,
      };
      const { submissionId, entries } = await ingest.submit(submission, { organizationId, addDomains: false });
      const data = entries.map(({ reportId, ...entry }) => ({ ...entry, report_id: reportId }));
      return reply.status(202).send({ data: { submission_id: submissionId, entries: data } });
    });
  });
}

function readBody(body: unknown): AsyncIterable<Uint8Array> {
  if (body !== null && typeof body === "object" && Symbol.asyncIterator in body)
    return body as AsyncIterable<Uint8Array>;
  const message = "is missing: send the report file as the body";
  throw new ProblemError("invalid_request", `/body ${message}.`, [{ pointer: "/body", message }]);
}
