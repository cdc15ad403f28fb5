import { type HttpServer, invalidAt, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { SHARE_LINKS_MAX } from "@ruaflow/metadata-store/share-links";
import type { Reach } from "@ruaflow/metadata-store/tenants";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { PagingMeta, PagingQuery, writePage } from "../paging.ts";
import {
  NewShareLinkSchema,
  SHARE_DAYS_DEFAULT,
  ShareLinkBody,
  ShareLinkSchema,
  toShareLinkBody,
} from "./share-schema.ts";

const DAY_MS = 86_400_000;

const refusals = { 400: ProblemSchema, 401: ProblemSchema, 403: ProblemSchema, 429: ProblemSchema };
const tags = ["Shared links"];

const createSchema = {
  operationId: "createShareLink",
  tags,
  summary: "Create a link that shows one domain or one client without a key; only this response has its secret",
  description:
    "Everyone with the link sees messages, sources, failures and reports of that domain or client, and can change nothing. It expires, and can be revoked.",
  body: ShareLinkBody,
  response: {
    201: Type.Object({ data: NewShareLinkSchema }),
    ...refusals,
    404: ProblemSchema,
    409: ProblemSchema,
    422: ProblemSchema,
  },
};

const listSchema = {
  operationId: "listShareLinks",
  tags,
  summary: "List shared links that have not expired, newest first",
  querystring: Type.Object(PagingQuery, { additionalProperties: false }),
  response: { 200: Type.Object({ data: Type.Array(ShareLinkSchema), meta: Type.Object(PagingMeta) }), ...refusals },
};

const deleteSchema = {
  operationId: "deleteShareLink",
  tags,
  summary: "Revoke a shared link; it stops working everywhere within 5 seconds",
  params: Type.Object({ id: Type.String({ maxLength: 64, examples: ["shr_01k6g0c2r8v5n3q7j4y9x1t6ab"] }) }),
  querystring: Type.Object({}, { additionalProperties: false }),
  response: { 204: Type.Null({ description: "The link is revoked." }), ...refusals, 404: ProblemSchema },
};

/** Links that show figures to people without a key. Who may create keys may create them. */
export function registerShareLinks(server: HttpServer, { metadata, now }: ApiContext): void {
  const config = { scope: "keys:admin" };
  server.post("/share-links", { schema: createSchema, config }, async (request, reply) => {
    const { organizationId, keyId, scopes } = readCaller(request);
    if (!scopes.includes("reports:read")) {
      throw new ProblemError("missing_scope", "A link shows reports: this needs a key with the scope reports:read.");
    }
    const { name, days = SHARE_DAYS_DEFAULT } = request.body;
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
    const wanted = { name, reach: readReach(request.body), keyId, expiresAt, now: createdAt };
    const created = await metadata.tenants.createShareLink(organizationId, wanted);
    if (created.kind === "unknown") throw new ProblemError("not_found", "There is no such domain or client.");
    if (created.kind === "limit-reached")
      throw new ProblemError("limit_reached", `There are already ${SHARE_LINKS_MAX} links; revoke one first.`);
    const data = { ...toShareLinkBody(created.link), token: created.token };
    return reply.status(201).header("cache-control", "no-store").send({ data });
  });

  server.get("/share-links", { schema: listSchema, config }, async (request, reply) => {
    const { page, per_page: perPage } = request.query;
    const asked = { page, perPage, now: now() };
    const { items, total } = await metadata.tenants.listShareLinks(readCaller(request).organizationId, asked);
    return writePage({ data: items.map(toShareLinkBody), total, meta: {} }, { request, reply });
  });

  server.delete("/share-links/:id", { schema: deleteSchema, config }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const isDeleted = await metadata.tenants.deleteShareLink(organizationId, request.params.id);
    if (!isDeleted) throw new ProblemError("not_found", "There is no shared link with this id.");
    return reply.status(204).send(null);
  });
}

function readReach({ domain_id, client_reference }: Static<typeof ShareLinkBody>): Reach {
  if (domain_id !== undefined && client_reference === undefined) return { domainId: domain_id };
  if (domain_id === undefined && client_reference !== undefined) return { clientReference: client_reference };
  throw invalidAt("/body", "must have domain_id or client_reference, and not both");
}
