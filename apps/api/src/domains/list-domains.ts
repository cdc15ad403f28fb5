import { type Caller, type HttpServer, readCaller } from "@ruaflow/http";
import { type DomainSort, domainStatuses } from "@ruaflow/metadata-store/domains";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { PagingMeta, PagingQuery, writePage } from "../paging.ts";
import { SortQuery, toSort } from "../reports/sort.ts";
import { DomainProblems, DomainSchema, StatusSchema, toDomainBody } from "./domain-schema.ts";
import { addReportedPolicies } from "./published-policy.ts";
import { readPassRates } from "./require-domain.ts";

const SORT_FIELDS = new Map<string, DomainSort>([
  ["domain", "name"],
  ["status", "status"],
  ["created_at", "created_at"],
  ["verified_at", "verified_at"],
]);

const querystring = Type.Object(
  {
    status: Type.Optional(StatusSchema),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 253,
        description: "Part of the name; case is ignored.",
        examples: ["exam"],
      }),
    ),
    ...PagingQuery,
    ...SortQuery([...SORT_FIELDS.keys()], "domain"),
  },
  { additionalProperties: false },
);

const schema = {
  operationId: "listDomains",
  tags: ["Domains"],
  summary: "List domains",
  querystring,
  response: {
    200: Type.Object({ data: Type.Array(DomainSchema), meta: Type.Object(PagingMeta) }),
    ...DomainProblems,
  },
};

type Query = Static<typeof querystring>;

/** GET /domains */
export function registerListDomains(server: HttpServer, context: ApiContext): void {
  server.get("/domains", { schema, config: { scope: "domains:read" } }, async (request, reply) => {
    return writePage(await readDomainPage(context, readCaller(request), request.query), { request, reply });
  });
}

async function readDomainPage(context: ApiContext, caller: Caller, query: Query) {
  const { organizationId } = caller;
  const { page, per_page, search, sort } = query;
  const { field, descending } = toSort(sort);
  const status = domainStatuses.find((name) => name === query.status);
  const { items, total } = await context.metadata.domains.listDomains(organizationId, {
    page,
    perPage: per_page,
    sort: { by: SORT_FIELDS.get(field) ?? "name", descending },
    ...(status !== undefined && { status }),
    ...(search !== undefined && { search: search.toLowerCase() }),
  });
  const [domains, toPassRate] = await Promise.all([
    addReportedPolicies(context, organizationId, items),
    readPassRates(context, caller, items),
  ]);
  return { data: domains.map((domain) => toDomainBody(domain, toPassRate(domain))), total, meta: {} };
}
