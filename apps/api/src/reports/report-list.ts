import { type HttpServer, readCaller } from "@ruaflow/http";
import type { ListReportsOptions, ReportFilter, ReportSort } from "@ruaflow/metadata-store/reports";
import { trusts } from "@ruaflow/report";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { type PageQuery, PagingMeta, PagingQuery, writePage } from "../paging.ts";
import { PeriodQuery, readOpenPeriod } from "../period.ts";
import { FormatQuery, isCsvWanted, JsonOrCsv, reportsRoute } from "./csv/format.ts";
import { sendCsv } from "./csv/send-csv.ts";
import { ReportsErrors } from "./errors.ts";
import { AfterQuery, FeedMeta, readFeed, refusePagesBesideAfter, toNextLink } from "./report-feed.ts";
import { ReportSchema, toReport } from "./report-schema.ts";
import { SortQuery, toSort } from "./sort.ts";

const SORT_FIELDS = new Map<string, ReportSort["by"]>([
  ["date_range", "day"],
  ["received_at", "receivedAt"],
  ["total_count", "messages"],
  ["reporter", "reporter"],
]);

const ReporterQuery = {
  reporter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "Limits the answer to reports of the reporter with exactly this name.",
      examples: ["google.com"],
    }),
  ),
};

const TrustQuery = {
  trust: Type.Optional(
    Type.Enum([...trusts], { description: "Limits the answer to reports with this trust.", examples: ["none"] }),
  ),
};

const ReporterDomainQuery = {
  reporter_domain: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 253,
      description: "Limits the answer to reports that this domain vouches for.",
      examples: ["google.com"],
    }),
  ),
};

const querystring = Type.Object(
  {
    ...DomainQuery,
    ...PeriodQuery,
    ...ReporterQuery,
    ...TrustQuery,
    ...ReporterDomainQuery,
    ...PagingQuery,
    ...AfterQuery,
    ...SortQuery([...SORT_FIELDS.keys()], "-date_range"),
    ...FormatQuery,
  },
  { additionalProperties: false },
);

const schema = {
  operationId: "listReports",
  tags: ["Reports"],
  summary: "List reports, newest period first",
  querystring,
  response: {
    200: JsonOrCsv(
      Type.Object({ data: Type.Array(ReportSchema), meta: Type.Union([Type.Object(PagingMeta), FeedMeta]) }),
      ReportSchema,
      "a row for each report, by domain, then day",
    ),
    ...ReportsErrors,
  },
};

/** GET /reports */
export function registerReportList(server: HttpServer, context: ApiContext): void {
  const { metadata } = context;
  const readPage = async (organizationId: string, query: ReportsQuery) => {
    const { reports, total } = await metadata.reports.listReports(organizationId, toListOptions(query));
    return { data: reports.map(toReport), total, meta: {} };
  };
  const preValidation = [reportsRoute.preValidation, refuseMixed];
  server.get("/reports", { schema, ...reportsRoute, preValidation }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { domain_id, page, per_page, sort, after } = request.query;
    const period = readOpenPeriod(request.query);
    const domains = await readDomainFilter(context, organizationId, domain_id);
    const filter = { ...period, ...domains, ...toReporterFilter(request.query) };
    if (isCsvWanted(request)) {
      const items = metadata.reports.exportReports(organizationId, filter);
      return sendCsv(request, reply, { name: "reports", period, row: ReportSchema, items, toRow: toReport });
    }
    if (after === undefined)
      return writePage(await readPage(organizationId, { ...filter, page, per_page, sort }), { request, reply });
    const answer = await readFeed(context, organizationId, { filter, after, per_page });
    if (answer.meta.has_more) reply.header("link", toNextLink(request.url, answer.meta.next));
    return answer;
  });
}

function toReporterFilter({ reporter, trust, reporter_domain }: Static<typeof querystring>): Partial<ReportFilter> {
  return {
    ...(reporter !== undefined && { reporter }),
    ...(trust && { trust }),
    ...(reporter_domain !== undefined && { reporterDomain: reporter_domain.toLowerCase() }),
  };
}

async function refuseMixed({ query }: { readonly query: unknown }): Promise<void> {
  if (typeof query === "object" && query !== null) refusePagesBesideAfter(query);
}

/** A request for a page of reports. */
interface ReportsQuery extends ReportFilter, PageQuery {
  readonly sort: string;
}

function toListOptions({ per_page, sort, ...query }: ReportsQuery): ListReportsOptions {
  const { field, descending } = toSort(sort);
  return { ...query, perPage: per_page, sort: { by: SORT_FIELDS.get(field) ?? "day", descending } };
}
