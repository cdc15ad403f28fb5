import { type HttpServer, readCaller } from "@ruaflow/http";
import type { DaySums } from "@ruaflow/metadata-store/reports";
import type { RecordStore } from "@ruaflow/record-store";
import { needsVerdicts } from "@ruaflow/record-store/filters";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { CountedQuery, DomainsQuery, readFilter, type SumsFilter } from "../../domain-filter.ts";
import { listDays, PERIOD_NOTE, PeriodQuery } from "../../period.ts";
import { toRate } from "../../rates.ts";
import { RECORD_FILTERS, RecordQuery, ResultQuery } from "../../record-query.ts";
import { SHOWS_NO_FACTS } from "../cache/derives-from-facts.ts";
import { isCsvWanted, JsonOrCsv } from "../csv/format.ts";
import { sendCsv } from "../csv/send-csv.ts";
import { ReportsErrors } from "../errors.ts";
import { answerGroups } from "../groups/answer-groups.ts";
import { aggregateGroups } from "../groups/forms.ts";
import { GroupPageQuery, GroupQuery, refuseWithoutGroups } from "../groups/group-query.ts";
import { GROUP_ROWS, GroupsSchema } from "../groups/group-schema.ts";
import { registerFiltered } from "../reports-route.ts";
import { Day, readSpanMeta, SpanMeta } from "../span-meta.ts";
import { readVerdictState, VerdictStateMeta } from "../verdict-state.ts";
import { createDayStates, type DayState, DayStateSchema } from "./day-state.ts";
import { DispositionsSchema } from "./dispositions.ts";

const Rate = (description: string) => Type.Number({ minimum: 0, maximum: 100, description, examples: [98] });

const DaySchema = Type.Object({
  date: Day,
  emails: Type.Integer({ description: "Messages of the day.", examples: [1200] }),
  pass_rate: Rate("DMARC pass rate of the day."),
  passed: Type.Integer({ description: "Messages of the day that passed DMARC.", examples: [1176] }),
  failed: Type.Integer({ description: "Messages of the day that failed DMARC.", examples: [24] }),
  state: DayStateSchema,
});

const AggregateSchema = Type.Object({
  period: Type.Object({ start: Day, end: Day }),
  totals: Type.Object({
    emails: Type.Integer({ description: "Messages of the period.", examples: [1200] }),
    reports: Type.Integer({ description: "Reports of the period.", examples: [1] }),
    sources: Type.Integer({ description: "Distinct source addresses.", examples: [3] }),
  }),
  dispositions: DispositionsSchema,
  authentication: Type.Object({
    pass_rate: Rate("Same as dmarc_pass_rate."),
    spf_pass_rate: Rate("Messages whose policy-evaluated (aligned) SPF result is pass."),
    dkim_pass_rate: Rate("Messages whose policy-evaluated (aligned) DKIM result is pass."),
    dmarc_pass_rate: Rate("Messages with an aligned pass of SPF or DKIM."),
  }),
  daily: Type.Array(DaySchema, {
    description:
      "Every day of the period, including days without mail. state separates those from days whose reports have not come yet.",
  }),
});

const parameters = (idsMax?: number) =>
  Type.Object(
    {
      ...DomainsQuery(idsMax),
      ...PeriodQuery,
      ...CountedQuery,
      ...RecordQuery,
      ...ResultQuery,
      ...GroupQuery,
      ...GroupPageQuery,
    },
    { additionalProperties: false },
  );

type AggregateQuery = Static<ReturnType<typeof parameters>> & { readonly format?: "json" | "csv" };

const schema = {
  operationId: "readAggregate",
  tags: ["Reports"],
  summary: "Statistics of a period, by default the last 30 days",
  description: `${PERIOD_NOTE} With ${RECORD_FILTERS} all figures count matching messages, and the reports and sources with at least one.`,
  response: {
    200: JsonOrCsv(
      Type.Union([
        Type.Object({ data: AggregateSchema, meta: Type.Object({ ...SpanMeta, ...VerdictStateMeta }) }),
        GroupsSchema,
      ]),
      DaySchema,
      `a row for each day; ${GROUP_ROWS}`,
    ),
    ...ReportsErrors,
  },
};

/** GET and POST /reports/aggregate */
export function registerAggregate(server: HttpServer, context: ApiContext): void {
  const route = {
    inOneSnapshot: context.inOneSnapshot,
    path: "/reports/aggregate",
    postOperationId: "queryAggregate",
    cached: SHOWS_NO_FACTS,
    schema,
    parameters,
  } as const;
  registerFiltered<AggregateQuery>(server, route, async (request, reply) => {
    const { group_by } = request.query;
    if (group_by !== undefined) {
      const query = { ...request.query, group_by };
      return answerGroups(context, { request, reply }, { query, form: aggregateGroups });
    }
    refuseWithoutGroups(request.query, GroupPageQuery, "totals have no pages, no order and no changes");
    const caller = readCaller(request);
    const filter = await readFilter(context, caller, request.query);
    const { data, meta } = await readAggregate(context, caller.organizationId, filter);
    if (!isCsvWanted(request)) return { data, meta };
    return sendCsv(request, reply, {
      name: "aggregate",
      period: filter,
      row: DaySchema,
      items: data.daily,
      toRow: (day) => day,
    });
  });
}

async function readAggregate(context: ApiContext, organizationId: string, filter: SumsFilter) {
  const { metadata, records } = context;
  const [reported, matching, totals, meta, newest, verdicts] = await Promise.all([
    metadata.reports.readReportDays(organizationId, filter),
    filter.records && records.readMatchingDays(organizationId, filter),
    records.readTotals(organizationId, filter),
    readSpanMeta(context, organizationId, filter),
    filter.domainIds && readNewestDay(context, organizationId, filter),
    needsVerdicts(filter.records) && readVerdictState(context, organizationId, filter),
  ]);
  const toState = createDayStates({
    reported: new Set(reported.map(({ day }) => day)),
    newest: newest === undefined ? meta.latest_day : newest,
    now: context.now(),
  });
  return { data: toAggregate({ days: matching ?? reported, totals, filter, toState }), meta: { ...meta, ...verdicts } };
}

/** The newest day of the whole organization: one domain may be silent while the others' reports come. */
async function readNewestDay({ metadata }: ApiContext, organizationId: string, filter: SumsFilter) {
  const { domainIds: _domainIds, ...whole } = filter;
  return (await metadata.reports.readReportSpan(organizationId, whole)).lastDay;
}

interface AggregateParts {
  readonly days: readonly DaySums[];
  readonly totals: Awaited<ReturnType<RecordStore["readTotals"]>>;
  readonly filter: SumsFilter;
  readonly toState: (day: string) => DayState;
}

function toAggregate({ days, totals, filter, toState }: AggregateParts) {
  const { startDate: start, endDate: end } = filter;
  const sum = (field: Exclude<keyof DaySums, "day">) => days.reduce((total, day) => total + day[field], 0);
  const emails = sum("messages");
  const passRate = toRate(sum("passed"), emails);
  const authentication = {
    pass_rate: passRate,
    spf_pass_rate: toRate(sum("spfPassed"), emails),
    dkim_pass_rate: toRate(sum("dkimPassed"), emails),
    dmarc_pass_rate: passRate,
  };
  const dayOf = new Map(days.map((day) => [day.day, day]));
  const daily = listDays(filter).map((date) => {
    const { messages, passed } = dayOf.get(date) ?? { messages: 0, passed: 0 };
    const state = toState(date);
    return { date, emails: messages, pass_rate: toRate(passed, messages), passed, failed: messages - passed, state };
  });
  return {
    period: { start, end },
    totals: { emails, reports: sum("reports"), sources: totals.sources },
    dispositions: totals.dispositions,
    authentication,
    daily,
  };
}
