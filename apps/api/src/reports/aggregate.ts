import { type HttpServer, invalidAt, readCaller } from "@ruaflow/http";
import type { DaySums } from "@ruaflow/metadata-store/reports";
import type { Filter } from "@ruaflow/record-store/questions";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { CountedQuery, DomainQuery, readFilter } from "../domain-filter.ts";
import { listDays, PERIOD_NOTE, type Period, PeriodQuery } from "../period.ts";
import { toRate } from "../rates.ts";
import { FormatQuery, isCsvWanted, JsonOrCsv, reportsRoute } from "./csv/format.ts";
import { sendCsv } from "./csv/send-csv.ts";
import { ReportsErrors } from "./errors.ts";
import { answerGroups } from "./groups/answer-groups.ts";
import { aggregateGroups } from "./groups/forms.ts";
import { GroupPageQuery, GroupQuery } from "./groups/group-query.ts";
import { GROUP_ROWS, GroupsSchema } from "./groups/group-schema.ts";
import { Day, readSpanMeta, SpanMeta } from "./span-meta.ts";

const Rate = (description: string) => Type.Number({ minimum: 0, maximum: 100, description, examples: [98] });

const DaySchema = Type.Object({
  date: Day,
  emails: Type.Integer({ description: "Messages of the day.", examples: [1200] }),
  pass_rate: Rate("DMARC pass rate of the day."),
});

const AggregateSchema = Type.Object({
  period: Type.Object({ start: Day, end: Day }),
  totals: Type.Object({
    emails: Type.Integer({ description: "Messages of the period.", examples: [1200] }),
    reports: Type.Integer({ description: "Reports of the period.", examples: [1] }),
    sources: Type.Integer({ description: "Distinct source addresses.", examples: [3] }),
  }),
  authentication: Type.Object({
    pass_rate: Rate("Same as dmarc_pass_rate."),
    spf_pass_rate: Rate("Messages whose policy-evaluated (aligned) SPF result is pass."),
    dkim_pass_rate: Rate("Messages whose policy-evaluated (aligned) DKIM result is pass."),
    dmarc_pass_rate: Rate("Messages with an aligned pass of SPF or DKIM."),
  }),
  daily: Type.Array(DaySchema, { description: "Every day of the period, including days without mail." }),
});

const schema = {
  operationId: "readAggregate",
  tags: ["Reports"],
  summary: "Statistics of a period, by default the last 30 days",
  description: PERIOD_NOTE,
  querystring: Type.Object(
    { ...DomainQuery, ...PeriodQuery, ...CountedQuery, ...GroupQuery, ...GroupPageQuery, ...FormatQuery },
    { additionalProperties: false },
  ),
  response: {
    200: JsonOrCsv(
      Type.Union([Type.Object({ data: AggregateSchema, meta: Type.Object(SpanMeta) }), GroupsSchema]),
      DaySchema,
      `a row for each day; ${GROUP_ROWS}`,
    ),
    ...ReportsErrors,
  },
};

/** GET /reports/aggregate */
export function registerAggregate(server: HttpServer, context: ApiContext): void {
  const { metadata, records } = context;
  const readAggregate = async (organizationId: string, filter: Filter) => {
    const [days, sources, meta] = await Promise.all([
      metadata.reports.readReportDays(organizationId, filter),
      records.countSources(organizationId, filter),
      readSpanMeta(context, organizationId, filter),
    ]);
    return { data: toAggregate(days, sources, filter), meta };
  };
  server.get("/reports/aggregate", { schema, ...reportsRoute }, async (request, reply) => {
    const { group_by } = request.query;
    if (group_by !== undefined) {
      const query = { ...request.query, group_by };
      return answerGroups(context, { request, reply }, { query, form: aggregateGroups });
    }
    refusePage(request.query);
    const caller = readCaller(request);
    const { organizationId } = caller;
    const filter = await readFilter(context, caller, request.query);
    const { data, meta } = await readAggregate(organizationId, filter);
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

/** Only groups have pages and an order. */
function refusePage(query: object): void {
  const given = Object.keys(GroupPageQuery).find((name) => Object.hasOwn(query, name));
  if (given !== undefined) throw invalidAt(`/query/${given}`, "needs group_by: totals have no pages and no order");
}

function toAggregate(days: readonly DaySums[], sources: number, { startDate: start, endDate: end }: Period) {
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
  const daily = listDays({ startDate: start, endDate: end }).map((date) => {
    const { messages, passed } = dayOf.get(date) ?? { messages: 0, passed: 0 };
    return { date, emails: messages, pass_rate: toRate(passed, messages) };
  });
  return { period: { start, end }, totals: { emails, reports: sum("reports"), sources }, authentication, daily };
}
