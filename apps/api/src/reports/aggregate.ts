import { type HttpServer, readCaller } from "@ruaflow/http";
import type { Aggregate, DaySums, Filter } from "@ruaflow/record-store";
import { shareReads } from "@ruaflow/runtime";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { type Period, PeriodQuery, readPeriod } from "../period.ts";
import { toRate } from "../rates.ts";
import { toColumns } from "./csv/columns.ts";
import { toFileName } from "./csv/file-name.ts";
import { FormatQuery, isCsvWanted, JsonOrCsv, reportsRoute } from "./csv/format.ts";
import { sendCsv } from "./csv/send-csv.ts";
import { ReportsErrors } from "./errors.ts";

const Rate = (description: string) => Type.Number({ minimum: 0, maximum: 100, description, examples: [98] });
const Day = Type.String({ format: "date", example: "2026-10-01" });

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
  daily: Type.Array(DaySchema, { description: "Every day of the period, also those without mail." }),
});

const schema = {
  operationId: "readAggregate",
  tags: ["Reports"],
  summary: "Statistics of a period, by default the last 30 days",
  querystring: Type.Object({ ...DomainQuery, ...PeriodQuery, ...FormatQuery }, { additionalProperties: false }),
  response: {
    200: JsonOrCsv(Type.Object({ data: AggregateSchema }), DaySchema, "a row for each day"),
    ...ReportsErrors,
  },
};

/** GET /reports/aggregate */
export function registerAggregate(server: HttpServer, context: ApiContext): void {
  const readSums = shareReads((organizationId, filter: Filter) =>
    context.records.readAggregate(organizationId, filter),
  );
  server.get("/reports/aggregate", { schema, ...reportsRoute }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const period = readPeriod(request.query, context.now());
    const domains = await readDomainFilter(context, organizationId, request.query.domain_id);
    const aggregate = await readSums(organizationId, { ...period, ...domains });
    if (isCsvWanted(request)) {
      const name = toFileName("aggregate", period);
      const items = aggregate.daily;
      return sendCsv(request, reply, { name, columns: toColumns(DaySchema), items, toRow: toDayBody });
    }
    return { data: toAggregateBody(aggregate, period) };
  });
}

function toAggregateBody(aggregate: Aggregate, { startDate: start, endDate: end }: Period) {
  const { messages: emails, reports, sources, passed, spfPassed, dkimPassed } = aggregate;
  const passRate = toRate(passed, emails);
  const authentication = {
    pass_rate: passRate,
    spf_pass_rate: toRate(spfPassed, emails),
    dkim_pass_rate: toRate(dkimPassed, emails),
    dmarc_pass_rate: passRate,
  };
  return {
    period: { start, end },
    totals: { emails, reports, sources },
    authentication,
    daily: aggregate.daily.map(toDayBody),
  };
}

function toDayBody({ day, messages, passed }: DaySums) {
  return { date: day, emails: messages, pass_rate: toRate(passed, messages) };
}
