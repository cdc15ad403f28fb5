import { type HttpServer, invalidAt, readCaller } from "@ruaflow/http";
import type { Failure, ListSourcesOptions } from "@ruaflow/record-store/questions";
import { Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { readPageQuery, writePage } from "../../paging.ts";
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
import { failureGroups } from "../groups/forms.ts";
import { FailureGroupsSchema, GROUP_ROWS } from "../groups/group-schema.ts";
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
  HOSTNAME_NOTE,
  SeenSchema,
  SourceFactsSchema,
  toDetails,
  toSourceFacts,
} from "./source-schema.ts";

/** The contract's placeholder for a host without a known name. */
const UNKNOWN_HOST = "unknown";

const FailureRowSchema = Type.Object({
  ...SourceFactsSchema,
  hostname: Type.String({
    description: `${HOSTNAME_NOTE}; "${UNKNOWN_HOST}" when unknown.`,
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
  ...AddedFactsSchema,
  ...DetailsSchema("failure_count"),
  ...ServiceSchema,
});
const FailureSchema = Type.Object({ ...FailureRowSchema.properties, ...AskedVerdictSchema });
const JudgedFailureSchema = Type.Object({ ...FailureRowSchema.properties, ...VerdictSchema });

const FailuresMeta = Type.Object({
  ...SourceListMeta,
  total_failures: Type.Integer({
    description: "Failed messages of all sources, also of those that the response does not have.",
    examples: [24],
  }),
});

const schema = {
  operationId: "listFailures",
  tags: ["Reports"],
  summary: "Messages that failed DMARC in a period, by source",
  description: `${SOURCE_LIST_NOTE} ${VERDICT_NOTE}`,
  response: {
    200: JsonOrCsv(
      Type.Union([Type.Object({ data: Type.Array(FailureSchema), meta: FailuresMeta }), FailureGroupsSchema]),
      FailureRowSchema,
      `a row for each failing source, by address; ${GROUP_ROWS}`,
    ),
    ...ReportsErrors,
  },
};

/** GET and POST /reports/failures */
export function registerFailures(server: HttpServer, context: ApiContext): void {
  const find = async (organizationId: string, options: ListSourcesOptions) => {
    const [{ failures, total, totalFailures }, meta] = await Promise.all([
      context.records.listFailures(organizationId, options),
      readPeriodMeta(context, organizationId, options),
    ]);
    return { failures, total, meta: { ...meta, total_failures: totalFailures } };
  };
  const route = {
    inOneSnapshot: context.inOneSnapshot,
    path: "/reports/failures",
    postOperationId: "queryFailures",
    cached: true as const,
    schema,
    parameters: sourceParameters(["failure_count"], failureGroups.sorts, {}),
    refuse: (given: object) => {
      refuseResult(given);
      refuseOfGroups(given);
    },
  };
  registerFiltered<SourceListQuery>(server, route, async (request, reply) => {
    const { group_by, verdicts = false } = request.query;
    if (group_by !== undefined) {
      const query = { ...request.query, group_by };
      return answerGroups(context, { request, reply }, { query, form: failureGroups });
    }
    const caller = readCaller(request);
    const { organizationId } = caller;
    const filter = await readSourceFilter(context, caller, { query: request.query, failuresOnly: true });
    const describe = (some: AsyncIterable<Failure>) =>
      describeSources(context, { organizationId, filter, verdicts }, some);
    if (isCsvWanted(request)) {
      const items = describe(context.records.exportFailures(organizationId, filter));
      const file = { name: "failures", period: filter, row: verdicts ? JudgedFailureSchema : FailureRowSchema };
      return sendCsv(request, reply, { ...file, items, toRow: toFailureBody });
    }
    const page = readPageQuery(request.query);
    const { failures, total, meta } = await find(organizationId, toListOptions(filter, request.query.sort, page));
    const items = describe(failures);
    if (page === null && total > AT_ONCE_MAX)
      return sendList(request, reply, { items, toRow: toFailureBody, meta: { total, ...meta } });
    const data = (await Array.fromAsync(items)).map(toFailureBody);
    if (page === null) return { data, meta: { total, ...meta } };
    return writePage({ data, total, meta }, { request: { url: request.url, query: page }, reply });
  });
}

function refuseResult(given: object): void {
  if (!Object.hasOwn(given, "result")) return;
  throw invalidAt(
    "/query/result",
    "has no meaning here: failures are the messages whose result is fail; leave it out, or ask /reports/sources",
  );
}

function toFailureBody({ item: failure, facts, service, verdict, nameOf }: Described<Failure>) {
  const source = toSourceFacts(failure.sourceIp, facts);
  return {
    ...source,
    hostname: source.hostname ?? UNKNOWN_HOST,
    failure_count: failure.failed,
    spf_result: failure.spfResult,
    dkim_result: failure.dkimResult,
    policy_applied: failure.disposition,
    first_seen: failure.firstSeen.toISOString(),
    last_seen: failure.lastSeen.toISOString(),
    ...toDetails(failure, nameOf, "failure_count"),
    ...toServiceBody(service),
    ...(verdict && toVerdictBody(verdict)),
  };
}
