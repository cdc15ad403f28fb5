import { type HttpServer, readCaller } from "@ruaflow/http";
import type { IpData } from "@ruaflow/ip-data";
import type { Failure } from "@ruaflow/record-store/questions";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { readFilter } from "../domain-filter.ts";
import { writePage } from "../paging.ts";
import { PERIOD_NOTE } from "../period.ts";
import { isCsvWanted, JsonOrCsv, reportsRoute } from "./csv/format.ts";
import { sendCsv } from "./csv/send-csv.ts";
import { ReportsErrors } from "./errors.ts";
import { toTimestamp } from "./report-schema.ts";
import { readPeriodMeta, SourceListMeta, SourceListQuery, type SourcesQuery, toListOptions } from "./source-query.ts";
import { HOSTNAME_NOT_LOOKED_UP, SeenSchema, SourceFacts, toSourceFacts } from "./source-schema.ts";

/** The contract's placeholder for a host without a known name. */
const UNKNOWN_HOST = "unknown";

const FailureSchema = Type.Object({
  ...SourceFacts,
  hostname: Type.String({
    description: `Reverse name of the address. ${HOSTNAME_NOT_LOOKED_UP}: always "${UNKNOWN_HOST}".`,
    examples: [UNKNOWN_HOST],
  }),
  failure_count: Type.Integer({ description: "Messages from this source that failed DMARC.", examples: [24] }),
  spf_result: Type.String({ description: "The raw SPF result that most of them had.", example: "fail" }),
  dkim_result: Type.String({ description: "The raw DKIM result that most of them had.", example: "none" }),
  policy_applied: Type.String({
    description: "The disposition that receivers applied to most of them.",
    example: "reject",
  }),
  ...SeenSchema,
});

const FailuresMeta = Type.Object({
  ...SourceListMeta,
  total_failures: Type.Integer({ description: "Failed messages of all sources on all pages.", examples: [24] }),
});

const schema = {
  operationId: "listFailures",
  tags: ["Reports"],
  summary: "Messages that failed DMARC in a period, by source; by default the last 30 days",
  description: PERIOD_NOTE,
  querystring: SourceListQuery("failure_count"),
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
  const readPage = async (organizationId: string, query: SourcesQuery) => {
    const [{ failures, total, totalFailures }, meta] = await Promise.all([
      context.records.listFailures(organizationId, toListOptions(query)),
      readPeriodMeta(context, organizationId, query),
    ]);
    return { data: failures.map(toRow), total, meta: { ...meta, total_failures: totalFailures } };
  };
  server.get("/reports/failures", { schema, ...reportsRoute }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { page, per_page, sort } = request.query;
    const filter = await readFilter(context, organizationId, request.query);
    if (isCsvWanted(request)) {
      const items = context.records.exportFailures(organizationId, filter);
      return sendCsv(request, reply, { name: "failures", period: filter, row: FailureSchema, items, toRow });
    }
    return writePage(await readPage(organizationId, { ...filter, page, per_page, sort }), { request, reply });
  });
}

function toFailureBody(failure: Failure, ipData: IpData) {
  const source = toSourceFacts(ipData, failure.sourceIp);
  return {
    ...source,
    hostname: source.hostname ?? UNKNOWN_HOST,
    failure_count: failure.failed,
    spf_result: failure.spfResult,
    dkim_result: failure.dkimResult,
    policy_applied: failure.disposition,
    first_seen: toTimestamp(failure.firstSeen),
    last_seen: toTimestamp(failure.lastSeen),
  };
}
