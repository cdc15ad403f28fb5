import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import { type AttentionFilter, attentionReasonNames, isAttentionReason } from "@ruaflow/metadata-store/attention";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { DomainsQuery, readDomains } from "../../domain-filter.ts";
import { PagingMeta, PagingQuery, writePage } from "../../paging.ts";
import { FIRST_DAY, LAST_DAY } from "../../period.ts";
import { csvRoute, FormatQuery, isCsvWanted, JsonOrCsv } from "../../reports/csv/format.ts";
import { sendCsv } from "../../reports/csv/send-csv.ts";
import { readVerdictState, VerdictStateMeta } from "../../reports/verdict-state.ts";
import { readTime, TimeQuery } from "../../time-query.ts";
import { DomainProblems } from "../domain-schema.ts";
import {
  AttentionRowSchema,
  AttentionSchema,
  CountsSchema,
  ReasonSchema,
  toAttentionBody,
  toAttentionRows,
} from "./attention-schema.ts";

const querystring = Type.Object(
  {
    reason: Type.Optional(
      Type.Union([ReasonSchema, Type.Array(ReasonSchema, { minItems: 1, maxItems: attentionReasonNames.length })], {
        description: "Only this reason, or any of several: repeat the parameter.",
        examples: ["dns_broken"],
      }),
    ),
    since: TimeQuery("Only reasons that began at this time or later, or became much worse then after acknowledgement."),
    acknowledged: DescribedValues(
      { true: "Only acknowledged reasons.", false: "Only reasons that are not acknowledged." },
      { description: "Which reasons are listed.", default: "false", examples: ["false"] },
    ),
    ...DomainsQuery(),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 253,
        description: "Part of the domain's name, its client_reference or one of its labels; case is ignored.",
        examples: ["exam"],
      }),
    ),
    sort: DescribedValues(
      {
        rank: "The most urgent domains first.",
        client:
          "The domains of a client together, the clients with the highest sum of ranks first. CSV is sorted by rank.",
      },
      { description: "The order of the domains.", default: "rank", examples: ["rank"] },
    ),
    ...PagingQuery,
    ...FormatQuery,
  },
  { additionalProperties: false },
);

const schema = {
  operationId: "listAttention",
  tags: ["Domains"],
  summary: "List the domains that need attention, most urgent first",
  description:
    "Each domain is listed with its reasons, and ranked by the sum of their weights. The parameters select reasons; a domain is ranked by the selected ones. Reasons are evaluated twice a minute, see meta.evaluated_at. Mail is judged within a minute of the first reports, when it grows by half, and every six hours. Forged mail that receivers refused is not a reason.",
  querystring,
  response: {
    200: JsonOrCsv(
      Type.Object({
        data: Type.Array(AttentionSchema),
        meta: Type.Object({
          ...PagingMeta,
          counts: CountsSchema,
          forged_refused: Type.Integer({
            minimum: 0,
            description:
              "Good news: forged messages about the selected domains that receivers refused or put into the junk folder in 7 days, as far as domains were judged. They are no reason.",
            examples: [2592],
          }),
          ...VerdictStateMeta,
          evaluated_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
            description: "When the reasons were evaluated last; null: not yet.",
          }),
        }),
      }),
      AttentionRowSchema,
      "a row for each reason, in the order of the list",
    ),
    ...DomainProblems,
    404: ProblemSchema,
  },
};

const route = { schema, ...csvRoute, config: { scope: "domains:read", isExport: isCsvWanted } } as const;

/** GET /domains/attention */
export function registerListAttention(server: HttpServer, context: ApiContext): void {
  const { attention, watch } = context.metadata;
  server.get("/domains/attention", route, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const filter = await readAttentionFilter(context, organizationId, request.query);
    if (isCsvWanted(request)) {
      const items = toRows(attention.exportAttention(organizationId, filter));
      const file = { name: "attention", period: { startDate: FIRST_DAY, endDate: LAST_DAY }, row: AttentionRowSchema };
      return sendCsv(request, reply, { ...file, items, toRow: (row) => row });
    }
    const { page, per_page: perPage, sort } = request.query;
    const [{ items, total, counts }, forgedRefused, evaluatedAt, verdicts] = await Promise.all([
      attention.listAttention(organizationId, { ...filter, isByClient: sort === "client", page, perPage }),
      attention.countForgedRefused(organizationId, filter),
      watch.readLastRound("attention"),
      readVerdictState(context, organizationId, filter),
    ]);
    const meta = {
      counts: { ...counts },
      forged_refused: forgedRefused,
      ...verdicts,
      evaluated_at: evaluatedAt?.toISOString() ?? null,
    };
    return writePage({ data: items.map(toAttentionBody), total, meta }, { request, reply });
  });
}

async function* toRows(items: AsyncIterable<Parameters<typeof toAttentionRows>[0]>) {
  for await (const item of items) yield* toAttentionRows(item);
}

async function readAttentionFilter(
  context: ApiContext,
  organizationId: string,
  query: Static<typeof querystring>,
): Promise<AttentionFilter> {
  const { reason, since, acknowledged, search } = query;
  return {
    ...(await readDomains(context, organizationId, query)),
    ...(reason !== undefined && { reasons: [reason].flat().filter(isAttentionReason) }),
    ...(since !== undefined && { since: readTime("/query/since", since) }),
    acknowledged: acknowledged === "true",
    ...(search !== undefined && { search }),
  };
}
