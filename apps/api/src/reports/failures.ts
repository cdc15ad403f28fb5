import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { PeriodQuery, readPeriod } from "../period.ts";
import { toTimestamp } from "./report-schema.ts";
import { SeenSchema, SortQuery, SourceFacts, toSourceFacts, toSourceSort } from "./source-schema.ts";

const FailureSchema = Type.Object({
  ...SourceFacts,
  failure_count: Type.Integer({ description: "Messages from this source that failed DMARC." }),
  spf_result: Type.String({ description: "The raw SPF result that most of them had.", example: "fail" }),
  dkim_result: Type.String({ description: "The raw DKIM result that most of them had.", example: "none" }),
  policy_applied: Type.String({ description: "What receivers did with most of them.", example: "reject" }),
  ...SeenSchema,
});

const FailuresMeta = Type.Object({
  ...PagingMeta,
  total_failures: Type.Integer({ description: "Failed messages of all sources on all pages." }),
});

const querystring = Type.Object(
  {
    ...DomainQuery,
    ...PeriodQuery,
    ...PagingQuery,
    ...SortQuery("failure_count"),
  },
  { additionalProperties: false },
);

const schema = {
  operationId: "listFailures",
  tags: ["Reports"],
  summary: "Mail that failed DMARC in a period, by source; by default the last 30 days",
  querystring,
  response: { 200: Type.Object({ data: Type.Array(FailureSchema), meta: FailuresMeta }), "4xx": ProblemSchema },
};

/** GET /reports/failures */
export function registerFailures(server: HttpServer, context: ApiContext): void {
  server.get("/reports/failures", { schema, config: { scope: "reports:read" } }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { domain_id, page, per_page, sort } = request.query;
    const period = readPeriod(request.query, context.now());
    const domains = await readDomainFilter(context, organizationId, domain_id);
    const filter = { ...period, ...domains, page, perPage: per_page, sort: toSourceSort(sort) };
    const { failures, total, totalFailures } = await context.records.listFailures(organizationId, filter);
    reply.header("link", toLinkHeader(request.url, total, request.query));
    const data = failures.map((failure) => ({
      ...toSourceFacts(context.ipData, failure.sourceIp),
      failure_count: failure.failed,
      spf_result: failure.spfResult,
      dkim_result: failure.dkimResult,
      policy_applied: failure.disposition,
      first_seen: toTimestamp(failure.firstSeen),
      last_seen: toTimestamp(failure.lastSeen),
    }));
    return { data, meta: { ...toPagingMeta(total, request.query), total_failures: totalFailures } };
  });
}
