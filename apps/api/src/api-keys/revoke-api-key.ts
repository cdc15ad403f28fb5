import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";

const schema = {
  operationId: "revokeApiKey",
  tags: ["API keys"],
  summary: "Revoke an API key; it stops working everywhere within 5 seconds",
  description: "The last valid key with the scope keys:admin cannot be revoked: without it no key could be created.",
  params: Type.Object({ id: Type.String({ maxLength: 64, examples: ["7mWzJ3kT9cQx"] }) }),
  querystring: Type.Object({}, { additionalProperties: false }),
  response: {
    204: Type.Null({ description: "The key is revoked, by this request or an earlier one." }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    404: ProblemSchema,
    409: ProblemSchema,
    429: ProblemSchema,
  },
};

/** DELETE /api-keys/:id */
export function registerRevokeApiKey(server: HttpServer, { metadata }: ApiContext): void {
  server.delete("/api-keys/:id", { schema, config: { scope: "keys:admin" } }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const result = await metadata.tenants.revokeApiKey(organizationId, request.params.id);
    if (result === "unknown") throw new ProblemError("not_found", "There is no API key with this id.");
    if (result === "last-admin") {
      const detail = "This is the last key with the scope keys:admin. Create another before you revoke it.";
      throw new ProblemError("last_admin_key", detail);
    }
    return reply.status(204).send(null);
  });
}
