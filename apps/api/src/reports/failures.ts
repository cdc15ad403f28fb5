import { type HttpServer, readCaller } from "@ruaflow/http";
import type { IpData } from "@ruaflow/ip-data";
import type { Failure, ListFailuresOptions } from "@ruaflow/record-store";
import { shareReads } from "@ruaflow/runtime";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { PeriodQuery, readPeriod } from "../period.ts";
import { toColumns } from "./csv/columns.ts";
import { toFileName } from "./csv/file-name.ts";
import { FormatQuery, isCsvWanted, JsonOrCsv, reportsRoute } from "./csv/format.ts";
import { sendCsv } from "./csv/send-csv.ts";
import { ReportsErrors } from "./errors.ts";
import { toTimestamp } from "./report-schema.ts";
import { SeenSchema, SourceFacts, SourceSortQuery, toSourceFacts, toSourceSort } from "./source-schema.ts";

/** The contract's placeholder for a host without a known name. */
const UNKNOWN_HOST = "unknown";

const FailureSchema = Type.Object({
  ...SourceFacts,
  hostname: Type.String({
    description: `Reverse name of the address; "${UNKNOWN_HOST}" when it is not known.`,
    examples: [UNKNOWN_HOST],
  }),
  failure_count: Type.Integer({ description: "Messages from this source that failed DMARC.", examples: [24] }),
  spf_result: Type.String({ description: "The raw SPF result that most of them had.", example: "fail" }),
  dkim_result: Type.String({ description: "The raw DKIM result that most of them had.", example: "none" }),
  policy_applied: Type.String({ description: "What receivers did with most of them.", example: "reject" }),
  ...SeenSchema,
});

const FailuresMeta = Type.Object({
  ...PagingMeta,
  total_failures: Type.Integer({ description: "Failed messages of all sources on all pages.", examples: [24] }),
});

const querystring = Type.Object(
  {
    ...DomainQuery,
    ...PeriodQuery,
    ...PagingQuery,
    ...SourceSortQuery("failure_count"),
    ...FormatQuery,
  },
  { additionalProperties: false },
);

const schema = {
  operationId: "listFailures",
  tags: ["Reports"],
  summary: "Mail that failed DMARC in a period, by source; by default the last 30 days",
  querystring,
  response: {
    200: JsonOrCsv(
      Type.Object({ data: Type.Array(FailureSchema), meta: FailuresMeta }),
      FailureSchema,
      "a row for each failing source, by address",
    ),
    ...ReportsErrors,
  },
};

/** GET /reports/failures */
export function registerFailures(server: HttpServer, context: ApiContext): void {
  const toRow = (failure: Failure) => toFailureBody(failure, context.ipData);
  const readPage = shareReads(async (organizationId, options: ListFailuresOptions) => {
    const { failures, total, totalFailures } = await context.records.listFailures(organizationId, options);
    return { data: failures.map(toRow), total, totalFailures };
  });
  server.get("/reports/failures", { schema, ...reportsRoute }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { domain_id, page, per_page, sort } = request.query;
    const period = readPeriod(request.query, context.now());
    const filter = { ...period, ...(await readDomainFilter(context, organizationId, domain_id)) };
    if (isCsvWanted(request)) {
      const items = context.records.exportFailures(organizationId, filter);
      const name = toFileName("failures", period);
      return sendCsv(request, reply, { name, columns: toColumns(FailureSchema), items, toRow });
    }
    const options = { ...filter, page, perPage: per_page, sort: toSourceSort(sort) };
    const { data, total, totalFailures } = await readPage(organizationId, options);
    reply.header("link", toLinkHeader(request.url, total, request.query));
    return {
      data,
      meta: { ...toPagingMeta(total, request.query), total_failures: totalFailures },
    };
  });
}

function toFailureBody(failure: Failure, ipData: IpData) {
  const { hostname, ...source } = toSourceFacts(ipData, failure.sourceIp);
  return {
    ...source,
    hostname: hostname ?? UNKNOWN_HOST,
    failure_count: failure.failed,
    spf_result: failure.spfResult,
    dkim_result: failure.dkimResult,
    policy_applied: failure.disposition,
    first_seen: toTimestamp(failure.firstSeen),
    last_seen: toTimestamp(failure.lastSeen),
  };
}
