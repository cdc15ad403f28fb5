import { type HttpServer, readCaller } from "@ruaflow/http";
import type { IpData } from "@ruaflow/ip-data";
import type { ListSourcesOptions, Source } from "@ruaflow/record-store";
import { shareReads } from "@ruaflow/runtime";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { PeriodQuery, readPeriod } from "../period.ts";
import { toRate } from "../rates.ts";
import { toColumns } from "./csv/columns.ts";
import { toFileName } from "./csv/file-name.ts";
import { FormatQuery, isCsvWanted, JsonOrCsv, reportsRoute } from "./csv/format.ts";
import { sendCsv } from "./csv/send-csv.ts";
import { ReportsErrors } from "./errors.ts";
import { toTimestamp } from "./report-schema.ts";
import { SeenSchema, SourceFacts, SourceSortQuery, toSourceFacts, toSourceSort } from "./source-schema.ts";

const SourceSchema = Type.Object({
  ...SourceFacts,
  total_count: Type.Integer({ description: "Messages from this source.", examples: [1200] }),
  pass_count: Type.Integer({ description: "Messages from this source that passed DMARC.", examples: [1176] }),
  pass_rate: Type.Number({ minimum: 0, maximum: 100, examples: [98] }),
  spf_result: Type.String({ description: "The raw SPF result that most of its messages had.", example: "pass" }),
  dkim_result: Type.String({ description: "The raw DKIM result that most of its messages had.", example: "pass" }),
  ...SeenSchema,
});

const querystring = Type.Object(
  {
    ...DomainQuery,
    ...PeriodQuery,
    ...PagingQuery,
    ...SourceSortQuery("total_count"),
    ...FormatQuery,
  },
  { additionalProperties: false },
);

const schema = {
  operationId: "listSources",
  tags: ["Reports"],
  summary: "Sending sources of a period, by default the last 30 days",
  querystring,
  response: {
    200: JsonOrCsv(
      Type.Object({ data: Type.Array(SourceSchema), meta: Type.Object(PagingMeta) }),
      SourceSchema,
      "a row for each source, by address",
    ),
    ...ReportsErrors,
  },
};

/** GET /reports/sources */
export function registerSources(server: HttpServer, context: ApiContext): void {
  const toRow = (source: Source) => toSourceBody(source, context.ipData);
  const readPage = shareReads(async (organizationId, options: ListSourcesOptions) => {
    const { sources, total } = await context.records.listSources(organizationId, options);
    return { data: sources.map(toRow), total };
  });
  server.get("/reports/sources", { schema, ...reportsRoute }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { domain_id, page, per_page, sort } = request.query;
    const period = readPeriod(request.query, context.now());
    const filter = { ...period, ...(await readDomainFilter(context, organizationId, domain_id)) };
    if (isCsvWanted(request)) {
      const items = context.records.exportSources(organizationId, filter);
      const name = toFileName("sources", period);
      return sendCsv(request, reply, { name, columns: toColumns(SourceSchema), items, toRow });
    }
    const options = { ...filter, page, perPage: per_page, sort: toSourceSort(sort) };
    const { data, total } = await readPage(organizationId, options);
    reply.header("link", toLinkHeader(request.url, total, request.query));
    return { data, meta: toPagingMeta(total, request.query) };
  });
}

function toSourceBody(source: Source, ipData: IpData) {
  return {
    ...toSourceFacts(ipData, source.sourceIp),
    total_count: source.messages,
    pass_count: source.passed,
    pass_rate: toRate(source.passed, source.messages),
    spf_result: source.spfResult,
    dkim_result: source.dkimResult,
    first_seen: toTimestamp(source.firstSeen),
    last_seen: toTimestamp(source.lastSeen),
  };
}
