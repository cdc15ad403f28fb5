import { type Caller, type HttpServer, readCaller } from "@ruaflow/http";
import { together } from "@ruaflow/verdicts/facts";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { PagingMeta, writePage } from "../paging.ts";
import { readPeriod } from "../period.ts";
import { csvRoute, isCsvWanted, JsonOrCsv } from "../reports/csv/format.ts";
import { sendCsv } from "../reports/csv/send-csv.ts";
import { type DomainListQuery, domainListQuery, readDomainList } from "./domain-list-query.ts";
import { DomainProblems, DomainSchema, toDomainBody } from "./domain-schema.ts";
import { addReportedPolicies } from "./published-policy.ts";

const page = Type.Object({ data: Type.Array(DomainSchema), meta: Type.Object(PagingMeta) });

const schema = {
  operationId: "listDomains",
  tags: ["Domains"],
  summary: "List domains",
  description:
    "Each with what is known of it: mail of the last 30 days, newest report, policy, DNS state, open alerts. Parameters that filter can be combined; a domain must fit all of them.",
  querystring: domainListQuery,
  response: {
    200: JsonOrCsv(page, DomainSchema, "every domain of the filter in the order of sort"),
    ...DomainProblems,
  },
};

/** GET /domains */
export function registerListDomains(server: HttpServer, context: ApiContext): void {
  const route = { schema, ...csvRoute, config: { scope: "domains:read", isExport: isCsvWanted } };
  server.get("/domains", route, async (request, reply) => {
    const caller = readCaller(request);
    if (!isCsvWanted(request)) {
      return writePage(await readDomainPage(context, caller, request.query), { request, reply });
    }
    const { organizationId } = caller;
    const list = await readDomainList(context, caller, request.query);
    return sendCsv(request, reply, {
      name: "domains",
      period: readPeriod({}, context.now()),
      row: DomainSchema,
      items: together(context.metadata.domains.exportDomains(organizationId, list), (some) =>
        addReportedPolicies(context, organizationId, some),
      ),
      toRow: toDomainBody,
    });
  });
}

async function readDomainPage(context: ApiContext, caller: Caller, query: DomainListQuery) {
  const { organizationId } = caller;
  const { page, per_page } = query;
  const list = await readDomainList(context, caller, query);
  const { items, total } = await context.metadata.domains.listDomains(organizationId, {
    ...list,
    page,
    perPage: per_page,
  });
  const domains = await addReportedPolicies(context, organizationId, items);
  return { data: domains.map(toDomainBody), total, meta: {} };
}
