import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";

const schema = {
  operationId: "deleteSenderOverride",
  tags: ["Senders"],
  summary: "Take back what you have said about a sender",
  params: Type.Object({ id: Type.String({ maxLength: 64, examples: ["ovr_01k6g0c2r8v5n3q7j4y9x1t6ab"] }) }),
  querystring: Type.Object({}, { additionalProperties: false }),
  response: {
    204: Type.Null({ description: "The override is deleted." }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    404: ProblemSchema,
    429: ProblemSchema,
  },
};

/** DELETE /senders/overrides/:id */
export function registerDeleteOverride(server: HttpServer, { metadata }: ApiContext): void {
  server.delete("/senders/overrides/:id", { schema, config: { scope: "domains:write" } }, async (request, reply) => {
    const isDeleted = await metadata.sources.deleteSenderOverride(
      readCaller(request).organizationId,
      request.params.id,
    );
    if (!isDeleted) throw new ProblemError("not_found", "There is no override with this id.");
    return reply.status(204).send(null);
  });
}
