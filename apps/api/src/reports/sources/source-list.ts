import { type HttpServer, readCaller } from "@ruaflow/http";
import type { ListSourcesOptions, SourceDetails } from "@ruaflow/record-store/questions";
import { type TProperties, type TSchema, Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import type { SumsFilter } from "../../domain-filter.ts";
import { readPageQuery, writePage } from "../../paging.ts";
import {
  AskedVerdictSchema,
  SenderSchema,
  ServiceSchema,
  toSenderBody,
  toServiceBody,
  toVerdictBody,
  VERDICT_NOTE,
  VerdictSchema,
} from "../../senders/verdict-schema.ts";
import { isCsvWanted, JsonOrCsv } from "../csv/format.ts";
import { sendCsv } from "../csv/send-csv.ts";
import { ReportsErrors } from "../errors.ts";
import { answerGroups, type GroupForm } from "../groups/answer-groups.ts";
import { GROUP_ROWS } from "../groups/group-schema.ts";
import { registerFiltered } from "../reports-route.ts";
import { type Described, describeSources } from "./described-sources.ts";
import { AT_ONCE_MAX, sendList } from "./send-list.ts";
import {
  type Counts,
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

interface Listed extends SourceDetails {
  readonly sourceIp: string;
}

/** What a list of sources has of its own. */
export interface SourceForm<Item extends Listed> {
  /** Of the route, and of the file of a CSV. */
  readonly name: "sources" | "failures";
  readonly operationId: string;
  readonly postOperationId: string;
  readonly summary: string;
  /** Of a CSV. */
  readonly rows: string;
  /** Names of counts: the first is that of the messages of the list. */
  readonly counts: Counts;
  /** Further parameters. */
  readonly parameters: TProperties;
  /** @throws {ProblemError} 400 for parameters without meaning here */
  refuse?(given: object): void;
  readonly groups: GroupForm<object, object>;
  readonly groupsSchema: TSchema;
  /** Columns after the facts, whose names they may take to describe them otherwise. */
  readonly columns: TProperties;
  /** The values of {@link columns}. */
  toColumns(item: Item, facts: ReturnType<typeof toSourceFacts>): object;
  /** What `meta` has besides that of all lists. */
  readonly meta: TProperties;
  /** One page; `sums` are values of {@link meta}. */
  list(context: ApiContext, organizationId: string, options: ListSourcesOptions): Promise<ListedPage<Item>>;
  /** Every row, by address. */
  export(context: ApiContext, organizationId: string, filter: SumsFilter): AsyncIterable<Item>;
}

interface ListedPage<Item> {
  readonly items: AsyncIterable<Item>;
  readonly total: number;
  readonly sums: object;
}

/** GET and POST /reports/sources or /reports/failures */
export function registerSourceList<Item extends Listed>(
  server: HttpServer,
  context: ApiContext,
  form: SourceForm<Item>,
): void {
  const { name, counts, groups } = form;
  const row = toRowSchema(form);
  const judgedRow = Type.Object({ ...row.properties, ...VerdictSchema });
  const route = {
    inOneSnapshot: context.inOneSnapshot,
    path: `/reports/${name}`,
    postOperationId: form.postOperationId,
    cached: true as const,
    schema: toRouteSchema(form, row),
    parameters: sourceParameters(counts, groups.sorts, form.parameters),
    refuse(given: object) {
      form.refuse?.(given);
      refuseOfGroups(given);
    },
  };
  registerFiltered<SourceListQuery>(server, route, async (request, reply) => {
    const { group_by, verdicts = false } = request.query;
    if (group_by !== undefined) {
      const query = { ...request.query, group_by };
      return answerGroups(context, { request, reply }, { query, form: groups });
    }
    const caller = readCaller(request);
    const { organizationId } = caller;
    const filter = await readSourceFilter(context, caller, request.query);
    const describe = (some: AsyncIterable<Item>) => describeSources(context, organizationId, some);
    const toRow = (source: Described<Item>) => toBody(form, source, verdicts);
    if (isCsvWanted(request)) {
      const items = describe(form.export(context, organizationId, filter));
      return sendCsv(request, reply, { name, period: filter, row: verdicts ? judgedRow : row, items, toRow });
    }
    const page = readPageQuery(request.query);
    const options = toListOptions(filter, request.query.sort, page);
    const [{ items: found, total, sums }, period] = await Promise.all([
      form.list(context, organizationId, options),
      readPeriodMeta(context, organizationId, options),
    ]);
    const items = describe(found);
    const meta = { ...period, ...sums };
    if (page === null && total > AT_ONCE_MAX)
      return sendList(request, reply, { items, toRow, meta: { total, ...meta } });
    const data = (await Array.fromAsync(items)).map(toRow);
    if (page === null) return { data, meta: { total, ...meta } };
    return writePage({ data, total, meta }, { request: { url: request.url, query: page }, reply });
  });
}

function toRowSchema<Item extends Listed>({ columns, counts }: SourceForm<Item>) {
  return Type.Object({
    ...SourceFactsSchema,
    ...columns,
    ...SeenSchema,
    ...AddedFactsSchema,
    ...DetailsSchema(counts[0]),
    ...ServiceSchema,
    ...SenderSchema,
  });
}

function toRouteSchema<Item extends Listed>(form: SourceForm<Item>, row: ReturnType<typeof toRowSchema>) {
  const item = Type.Object({ ...row.properties, ...AskedVerdictSchema });
  const list = Type.Object({ data: Type.Array(item), meta: Type.Object({ ...SourceListMeta, ...form.meta }) });
  return {
    operationId: form.operationId,
    tags: ["Reports"],
    summary: form.summary,
    description: `${SOURCE_LIST_NOTE} ${VERDICT_NOTE}`,
    response: {
      200: JsonOrCsv(Type.Union([list, form.groupsSchema]), row, `${form.rows}, by address; ${GROUP_ROWS}`),
      ...ReportsErrors,
    },
  };
}

function toBody<Item extends Listed>(
  { toColumns, counts }: SourceForm<Item>,
  { item, facts, verdict, nameOf }: Described<Item>,
  isJudged: boolean,
) {
  const sourceFacts = toSourceFacts(item.sourceIp, facts);
  return {
    ...sourceFacts,
    ...toColumns(item, sourceFacts),
    first_seen: item.firstSeen.toISOString(),
    last_seen: item.lastSeen.toISOString(),
    ...toDetails(item, nameOf, counts[0]),
    ...toServiceBody(verdict.service),
    ...toSenderBody(verdict),
    ...(isJudged && toVerdictBody(verdict)),
  };
}
