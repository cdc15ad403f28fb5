import { type HttpServer, readCaller } from "@ruaflow/http";
import type { ListSourcesOptions, Source } from "@ruaflow/record-store/questions";
import { Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { readPageQuery, writePage } from "../../paging.ts";
import { toRate } from "../../rates.ts";
import { ResultQuery } from "../../record-query.ts";
import {
  AskedVerdictSchema,
  ServiceSchema,
  toServiceBody,
  toVerdictBody,
  VERDICT_NOTE,
  VerdictSchema,
} from "../../senders/verdict-schema.ts";
import { isCsvWanted, JsonOrCsv } from "../csv/format.ts";
import { sendCsv } from "../csv/send-csv.ts";
import { ReportsErrors } from "../errors.ts";
import { answerGroups } from "../groups/answer-groups.ts";
import { sourceGroups } from "../groups/forms.ts";
import { GROUP_ROWS, GroupsSchema } from "../groups/group-schema.ts";
import { registerFiltered } from "../reports-route.ts";
import { type Described, describeSources } from "./described-sources.ts";
import { AT_ONCE_MAX, sendList } from "./send-list.ts";
import {
  readPeriodMeta,
  readSourceFilter,
  refuseOfGroups,
  SOURCE_LIST_NOTE,
  SourceListMeta,
  type SourceListQuery,
  sourceParameters,
  toListOptions,
} from "./source-query.ts";
import {
  AddedFactsSchema,
  DetailsSchema,
  SeenSchema,
  SourceFactsSchema,
  toDetails,
  toSourceFacts,
} from "./source-schema.ts";

const SourceRowSchema = Type.Object({
  ...SourceFactsSchema,
  total_count: Type.Integer({ description: "Messages from this source.", examples: [1200] }),
  pass_count: Type.Integer({ description: "Messages from this source that passed DMARC.", examples: [1176] }),
  pass_rate: Type.Number({ minimum: 0, maximum: 100, examples: [98] }),
  spf_result: Type.String({ description: "The raw SPF result that most of its messages had.", example: "pass" }),
  dkim_result: Type.String({ description: "The raw DKIM result that most of its messages had.", example: "pass" }),
  ...SeenSchema,
  ...AddedFactsSchema,
  ...DetailsSchema("total_count"),
  ...ServiceSchema,
});
const SourceSchema = Type.Object({ ...SourceRowSchema.properties, ...AskedVerdictSchema });
const JudgedSourceSchema = Type.Object({ ...SourceRowSchema.properties, ...VerdictSchema });

const schema = {
  operationId: "listSources",
  tags: ["Reports"],
  summary: "Sending sources of a period",
  description: `${SOURCE_LIST_NOTE} ${VERDICT_NOTE}`,
  response: {
    200: JsonOrCsv(
      Type.Union([Type.Object({ data: Type.Array(SourceSchema), meta: Type.Object(SourceListMeta) }), GroupsSchema]),
      SourceRowSchema,
      `a row for each source, by address; ${GROUP_ROWS}`,
    ),
    ...ReportsErrors,
  },
};

/** GET and POST /reports/sources */
export function registerSources(server: HttpServer, context: ApiContext): void {
  const find = async (organizationId: string, options: ListSourcesOptions) => {
    const [{ sources, total }, meta] = await Promise.all([
      context.records.listSources(organizationId, options),
      readPeriodMeta(context, organizationId, options),
    ]);
    return { sources, total, meta };
  };
  const route = {
    inOneSnapshot: context.inOneSnapshot,
    path: "/reports/sources",
    postOperationId: "querySources",
    cached: true as const,
    schema,
    parameters: sourceParameters(["total_count", "pass_count", "pass_rate"], sourceGroups.sorts, ResultQuery),
    refuse: refuseOfGroups,
  };
  registerFiltered<SourceListQuery>(server, route, async (request, reply) => {
    const { group_by, verdicts = false } = request.query;
    if (group_by !== undefined) {
      const query = { ...request.query, group_by };
      return answerGroups(context, { request, reply }, { query, form: sourceGroups });
    }
    const caller = readCaller(request);
    const { organizationId } = caller;
    const filter = await readSourceFilter(context, caller, { query: request.query, failuresOnly: false });
    const describe = (some: AsyncIterable<Source>) =>
      describeSources(context, { organizationId, filter, verdicts }, some);
    if (isCsvWanted(request)) {
      const items = describe(context.records.exportSources(organizationId, filter));
      const file = { name: "sources", period: filter, row: verdicts ? JudgedSourceSchema : SourceRowSchema };
      return sendCsv(request, reply, { ...file, items, toRow: toSourceBody });
    }
    const page = readPageQuery(request.query);
    const { sources, total, meta } = await find(organizationId, toListOptions(filter, request.query.sort, page));
    const items = describe(sources);
    if (page === null && total > AT_ONCE_MAX)
      return sendList(request, reply, { items, toRow: toSourceBody, meta: { total, ...meta } });
    const data = (await Array.fromAsync(items)).map(toSourceBody);
    if (page === null) return { data, meta: { total, ...meta } };
    return writePage({ data, total, meta }, { request: { url: request.url, query: page }, reply });
  });
}

function toSourceBody({ item: source, facts, service, verdict, nameOf }: Described<Source>) {
  return {
    ...toSourceFacts(source.sourceIp, facts),
    total_count: source.messages,
    pass_count: source.passed,
    pass_rate: toRate(source.passed, source.messages),
    spf_result: source.spfResult,
    dkim_result: source.dkimResult,
    first_seen: source.firstSeen.toISOString(),
    last_seen: source.lastSeen.toISOString(),
    ...toDetails(source, nameOf, "total_count"),
    ...toServiceBody(service),
    ...(verdict && toVerdictBody(verdict)),
  };
}
