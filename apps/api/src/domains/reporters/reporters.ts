import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { CountedQuery, toCounted } from "../../domain-filter.ts";
import { PagingMeta, PagingQuery, writePage } from "../../paging.ts";
import { PeriodQuery, readPeriod } from "../../period.ts";
import { csvRoute, FormatQuery, isCsvWanted, JsonOrCsv } from "../../reports/csv/format.ts";
import { sendCsv } from "../../reports/csv/send-csv.ts";
import {
  HISTORY_DAYS,
  type JudgedReporter,
  type JudgedReporters,
  readJudgedReporters,
  readNewestDays,
} from "../../reports/reporters/read-reporters.ts";
import { DomainParams, DomainProblems } from "../domain-schema.ts";
import { requireDomain } from "../require-domain.ts";
import { readSeenPolicies } from "./read-policies.ts";
import { ReporterSchema, ReportersMeta, StateSchema, toReporterBody, toReportersMeta } from "./reporters-schema.ts";

const schema = {
  operationId: "listDomainReporters",
  tags: ["Domains"],
  summary: "List who reports about a domain, who is late or stopped, and the policies they saw",
  description: `Lists every reporter with a report in the period, or in the ${HISTORY_DAYS} days up to its end, most messages first. Those days show how it usually reports. The period is the last 30 UTC days by default. meta.days shows how complete the newest days are, so that yesterday does not look like a drop. See [completeness](/docs/reports#completeness).`,
  params: DomainParams,
  querystring: Type.Object(
    { ...PeriodQuery, ...CountedQuery, state: Type.Optional(StateSchema), ...PagingQuery, ...FormatQuery },
    { additionalProperties: false },
  ),
  response: {
    200: JsonOrCsv(
      Type.Object({ data: Type.Array(ReporterSchema), meta: Type.Object({ ...PagingMeta, ...ReportersMeta }) }),
      ReporterSchema,
      "a row for each reporter, most messages first",
    ),
    ...DomainProblems,
    404: ProblemSchema,
  },
};

const route = { schema, ...csvRoute, config: { scope: "reports:read", isExport: isCsvWanted } } as const;

/** GET /domains/:id/reporters */
export function registerReporters(server: HttpServer, context: ApiContext): void {
  server.get("/domains/:id/reporters", route, async (request, reply) => {
    const caller = readCaller(request);
    const { organizationId } = caller;
    const { page, per_page, state } = request.query;
    const filter = { ...readPeriod(request.query, context.now()), counted: toCounted(caller, request.query.trust) };
    const domain = await requireDomain(context, organizationId, request.params.id);
    const ofDomain = { ...filter, domainIds: [domain.id] };
    const compute = async () => {
      const found = await readJudgedReporters(context, organizationId, ofDomain);
      const chosen = found.reporters.filter((one) => state === undefined || one.state === state);
      const toBodies = async (some: readonly JudgedReporter[]) => {
        const hashes = some.map(({ hash }) => hash);
        const policies = await readSeenPolicies(context, organizationId, { domain, filter, hashes });
        return some.map((one) => toBody(one, found, policies));
      };
      if (isCsvWanted(request)) {
        const items = await toBodies(chosen);
        return sendCsv(request, reply, {
          ...{ name: "reporters", period: filter, row: ReporterSchema },
          ...{ items, toRow: (row: object) => row },
        });
      }
      const [data, days] = await Promise.all([
        toBodies(chosen.slice((page - 1) * per_page, page * per_page)),
        readNewestDays(context, organizationId, ofDomain),
      ]);
      const meta = { period: { start: filter.startDate, end: filter.endDate }, ...toReportersMeta(found, days) };
      return writePage({ data, total: chosen.length, meta }, { request, reply });
    };
    return context.inOneSnapshot(organizationId, { compute, isSent: (answer) => answer === reply });
  });
}

function toBody(
  reporter: JudgedReporter,
  { messages }: JudgedReporters,
  policies: Awaited<ReturnType<typeof readSeenPolicies>>,
) {
  return toReporterBody(reporter, { messages, policies: policies.get(reporter.hash) ?? [] });
}
