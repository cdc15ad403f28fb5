import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { PeriodQuery, readOpenPeriod } from "../period.ts";
import { ReportSchema, toReport } from "./report-schema.ts";

const schema = {
  operationId: "listReports",
  tags: ["Reports"],
  summary: "List reports, the newest period first",
  querystring: Type.Object({ ...DomainQuery, ...PeriodQuery, ...PagingQuery }, { additionalProperties: false }),
  response: {
    200: Type.Object({ data: Type.Array(ReportSchema), meta: Type.Object(PagingMeta) }),
    "4xx": ProblemSchema,
  },
};

/** GET /reports */
export function registerReportList(server: HttpServer, context: ApiContext): void {
  server.get("/reports", { schema, config: { scope: "reports:read" } }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { domain_id, page, per_page } = request.query;
    const period = readOpenPeriod(request.query);
    const domains = await readDomainFilter(context, organizationId, domain_id);
    const filter = { ...period, ...domains, page, perPage: per_page };
    const { reports, total } = await context.records.listReports(organizationId, filter);
    reply.header("link", toLinkHeader(request.url, total, request.query));
    return { data: reports.map(toReport), meta: toPagingMeta(total, request.query) };
  });
}
