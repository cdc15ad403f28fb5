import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { PeriodQuery, readPeriod } from "../period.ts";
import { toRate } from "../rates.ts";
import { toTimestamp } from "./report-schema.ts";
import { SeenSchema, SortQuery, SourceFacts, toSourceFacts, toSourceSort } from "./source-schema.ts";

const SourceSchema = Type.Object({
  ...SourceFacts,
  total_count: Type.Integer({ description: "Messages from this source." }),
  pass_count: Type.Integer({ description: "Messages from this source that passed DMARC." }),
  pass_rate: Type.Number({ minimum: 0, maximum: 100 }),
  spf_result: Type.String({ description: "The raw SPF result that most of its messages had.", example: "pass" }),
  dkim_result: Type.String({ description: "The raw DKIM result that most of its messages had.", example: "pass" }),
  ...SeenSchema,
});

const querystring = Type.Object(
  {
    ...DomainQuery,
    ...PeriodQuery,
    ...PagingQuery,
    ...SortQuery("total_count"),
  },
  { additionalProperties: false },
);

const schema = {
  operationId: "listSources",
  tags: ["Reports"],
  summary: "Sending sources of a period, by default the last 30 days",
  querystring,
  response: {
    200: Type.Object({ data: Type.Array(SourceSchema), meta: Type.Object(PagingMeta) }),
    "4xx": ProblemSchema,
  },
};

/** GET /reports/sources */
export function registerSources(server: HttpServer, context: ApiContext): void {
  server.get("/reports/sources", { schema, config: { scope: "reports:read" } }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { domain_id, page, per_page, sort } = request.query;
    const period = readPeriod(request.query, context.now());
    const domains = await readDomainFilter(context, organizationId, domain_id);
    const filter = { ...period, ...domains, page, perPage: per_page, sort: toSourceSort(sort) };
    const { sources, total } = await context.records.listSources(organizationId, filter);
    reply.header("link", toLinkHeader(request.url, total, request.query));
    const data = sources.map((source) => ({
      ...toSourceFacts(context.ipData, source.sourceIp),
      total_count: source.messages,
      pass_count: source.passed,
      pass_rate: toRate(source.passed, source.messages),
      spf_result: source.spfResult,
      dkim_result: source.dkimResult,
      first_seen: toTimestamp(source.firstSeen),
      last_seen: toTimestamp(source.lastSeen),
    }));
    return { data, meta: toPagingMeta(total, request.query) };
  });
}
