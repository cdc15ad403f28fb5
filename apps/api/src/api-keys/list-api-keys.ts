import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { ApiKeySchema, toApiKeyBody } from "./api-key-schema.ts";

const schema = {
  operationId: "listApiKeys",
  tags: ["API keys"],
  summary: "List API keys, including revoked and expired keys, oldest first",
  querystring: Type.Object(PagingQuery, { additionalProperties: false }),
  response: {
    200: Type.Object({ data: Type.Array(ApiKeySchema), meta: Type.Object(PagingMeta) }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    429: ProblemSchema,
  },
};

/** GET /api-keys */
export function registerListApiKeys(server: HttpServer, { metadata }: ApiContext): void {
  server.get("/api-keys", { schema, config: { scope: "keys:admin" } }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { page, per_page } = request.query;
    const { items, total } = await metadata.tenants.listApiKeys(organizationId, { page, perPage: per_page });
    reply.header("link", toLinkHeader(request.url, total, request.query));
    return { data: items.map(toApiKeyBody), meta: toPagingMeta(total, request.query) };
  });
}
