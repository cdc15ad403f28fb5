import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { PagingMeta, PagingQuery, writePage } from "../paging.ts";
import { OverrideSchema, toOverrideBody } from "./override-schema.ts";

const schema = {
  operationId: "listSenderOverrides",
  tags: ["Senders"],
  summary: "List what you have said about senders, oldest first",
  querystring: Type.Object(PagingQuery, { additionalProperties: false }),
  response: {
    200: Type.Object({ data: Type.Array(OverrideSchema), meta: Type.Object(PagingMeta) }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    429: ProblemSchema,
  },
};

/** GET /senders/overrides */
export function registerListOverrides(server: HttpServer, { metadata }: ApiContext): void {
  server.get("/senders/overrides", { schema, config: { scope: "reports:read" } }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { page, per_page: perPage } = request.query;
    const { items, total } = await metadata.sources.listSenderOverrides(organizationId, { page, perPage });
    return writePage({ data: items.map(toOverrideBody), total, meta: {} }, { request, reply });
  });
}
