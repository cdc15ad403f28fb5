import { type HttpServer, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { PagingMeta, PagingQuery, writePage } from "../paging.ts";
import { DomainProblems } from "./domain-schema.ts";

const querystring = Type.Object(
  {
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Part of the name; case is ignored.",
        examples: ["C-1"],
      }),
    ),
    ...PagingQuery,
  },
  { additionalProperties: false },
);

const Domains = Type.Integer({ description: "Domains that have it.", examples: [3] });
const config = { scope: "domains:read" } as const;

function toResponse<Fields extends Parameters<typeof Type.Object>[0]>(fields: Fields) {
  return {
    200: Type.Object({
      data: Type.Array(Type.Object({ ...fields, domains: Domains })),
      meta: Type.Object(PagingMeta),
    }),
    ...DomainProblems,
  };
}

const clients = {
  operationId: "listClients",
  tags: ["Domains"],
  summary: "List the client references that domains have",
  description: "Each client reference once, by name. Use it as client_reference of other questions.",
  querystring,
  response: toResponse({ client_reference: Type.String({ examples: ["C-1042"] }) }),
};

const labels = {
  operationId: "listLabels",
  tags: ["Domains"],
  summary: "List the labels that domains have",
  description: "Each label once, by name. Use it as label of other questions.",
  querystring,
  response: toResponse({ label: Type.String({ examples: ["client-a"] }) }),
};

/** GET /domains/clients and GET /domains/labels */
export function registerListMarkers(server: HttpServer, { metadata }: ApiContext): void {
  async function read(organizationId: string, of: "client_reference" | "label", query: MarkerQuery) {
    const { search, page, per_page: perPage } = query;
    const asked = { of, page, perPage, ...(search !== undefined && { search: search.toLowerCase() }) };
    return metadata.domains.listMarkers(organizationId, asked);
  }
  server.get("/domains/clients", { schema: clients, config }, async (request, reply) => {
    const { items, total } = await read(readCaller(request).organizationId, "client_reference", request.query);
    const data = items.map(({ name, domains }) => ({ client_reference: name, domains }));
    return writePage({ data, total, meta: {} }, { request, reply });
  });
  server.get("/domains/labels", { schema: labels, config }, async (request, reply) => {
    const { items, total } = await read(readCaller(request).organizationId, "label", request.query);
    const data = items.map(({ name, domains }) => ({ label: name, domains }));
    return writePage({ data, total, meta: {} }, { request, reply });
  });
}

type MarkerQuery = Type.Static<typeof querystring>;
