import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { PeriodQuery, readPeriod } from "../period.ts";
import { toRate } from "../rates.ts";

const Rate = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });
const Day = Type.String({ format: "date", example: "2026-10-01" });

const AggregateSchema = Type.Object({
  period: Type.Object({ start: Day, end: Day }),
  totals: Type.Object({
    emails: Type.Integer(),
    reports: Type.Integer(),
    sources: Type.Integer({ description: "Distinct source addresses." }),
  }),
  authentication: Type.Object({
    pass_rate: Rate("Same as dmarc_pass_rate."),
    spf_pass_rate: Rate("Messages whose policy-evaluated (aligned) SPF result is pass."),
    dkim_pass_rate: Rate("Messages whose policy-evaluated (aligned) DKIM result is pass."),
    dmarc_pass_rate: Rate("Messages with an aligned pass of SPF or DKIM."),
  }),
  daily: Type.Array(Type.Object({ date: Day, emails: Type.Integer(), pass_rate: Rate("DMARC pass rate of the day.") })),
});

const schema = {
  operationId: "readAggregate",
  tags: ["Reports"],
  summary: "Statistics of a period, by default the last 30 days",
  querystring: Type.Object({ ...DomainQuery, ...PeriodQuery }, { additionalProperties: false }),
  response: { 200: Type.Object({ data: AggregateSchema }), "4xx": ProblemSchema },
};

/** GET /reports/aggregate */
export function registerAggregate(server: HttpServer, context: ApiContext): void {
  server.get("/reports/aggregate", { schema, config: { scope: "reports:read" } }, async (request) => {
    const { organizationId } = readCaller(request);
    const period = readPeriod(request.query, context.now());
    const domains = await readDomainFilter(context, organizationId, request.query.domain_id);
    const aggregate = await context.records.readAggregate(organizationId, { ...period, ...domains });
    const { messages: emails, reports, sources, passed, spfPassed, dkimPassed } = aggregate;
    const daily = aggregate.daily.map((day) => ({
      date: day.day,
      emails: day.messages,
      pass_rate: toRate(day.passed, day.messages),
    }));
    const passRate = toRate(passed, emails);
    const authentication = {
      pass_rate: passRate,
      spf_pass_rate: toRate(spfPassed, emails),
      dkim_pass_rate: toRate(dkimPassed, emails),
      dmarc_pass_rate: passRate,
    };
    const { startDate: start, endDate: end } = period;
    return { data: { period: { start, end }, totals: { emails, reports, sources }, authentication, daily } };
  });
}
