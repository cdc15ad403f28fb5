import { type HttpServer, readCaller } from "@ruaflow/http";
import type { ListReportsOptions, ReportFilter, ReportSort } from "@ruaflow/metadata-store/reports";
import { together } from "@ruaflow/verdicts/facts";
import { type Static, Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { DomainsQuery, readDomains } from "../../domain-filter.ts";
import { type PageQuery, PagingMeta, PagingQuery, writePage } from "../../paging.ts";
import { PeriodQuery, readOpenPeriod } from "../../period.ts";
import { RecordQuery, ResultQuery, readRecordFilter } from "../../record-query.ts";
import { isCsvWanted, JsonOrCsv } from "../csv/format.ts";
import { sendCsv } from "../csv/send-csv.ts";
import { ReportsErrors } from "../errors.ts";
import { registerFiltered } from "../reports-route.ts";
import { SortQuery, toSort } from "../sort.ts";
import { findMatching, MATCHING_NOTE } from "./matching-reports.ts";
import { AfterQuery, FeedMeta, readFeed, refusePagesBesideAfter, toNextLink } from "./report-feed.ts";
import { createReportDescriber } from "./report-names.ts";
import { ReportSchema, TrustSchema } from "./report-schema.ts";

const SORT_FIELDS = new Map<string, ReportSort["by"]>([
  ["date_range", "day"],
  ["received_at", "receivedAt"],
  ["total_count", "messages"],
  ["reporter", "reporter"],
]);

const TrustQuery = {
  trust: Type.Optional(TrustSchema("Only reports with this trust.", "none")),
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

const parameters = (idsMax?: number) =>
  Type.Object(
    {
      ...DomainsQuery(idsMax),
      ...PeriodQuery,
      ...TrustQuery,
      ...ReporterDomainQuery,
      ...RecordQuery,
      ...ResultQuery,
      ...PagingQuery,
      ...AfterQuery,
      ...SortQuery([...SORT_FIELDS.keys()], "-date_range"),
    },
    { additionalProperties: false },
  );

type ReportListQuery = Static<ReturnType<typeof parameters>> & { readonly format?: "json" | "csv" };

const schema = {
  operationId: "listReports",
  tags: ["Reports"],
  summary: "List reports, newest period first",
  description: MATCHING_NOTE,
  response: {
    200: JsonOrCsv(
      Type.Object({ data: Type.Array(ReportSchema), meta: Type.Union([Type.Object(PagingMeta), FeedMeta]) }),
      ReportSchema,
      "a row for each report, by domain, then day",
    ),
    ...ReportsErrors,
  },
};

/** GET /reports, POST /reports/search: uploads have POST /reports. */
export function registerReportList(server: HttpServer, context: ApiContext): void {
  const { metadata } = context;
  const route = {
    inOneSnapshot: context.inOneSnapshot,
    path: "/reports",
    postPath: "/reports/search",
    postOperationId: "searchReports",
    schema,
    parameters,
    refuse: refusePagesBesideAfter,
  };
  registerFiltered<ReportListQuery>(server, route, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { page, per_page, sort, after } = request.query;
    const filter = await readReportFilter(context, organizationId, request.query);
    const describe = createReportDescriber(context, organizationId);
    if (isCsvWanted(request)) {
      const items = together(metadata.reports.exportReports(organizationId, filter), describe);
      return sendCsv(request, reply, {
        name: "reports",
        period: filter,
        row: ReportSchema,
        items,
        toRow: (row) => row,
      });
    }
    if (after === undefined) {
      const options = toListOptions({ ...filter, page, per_page, sort });
      const { reports, total } = await metadata.reports.listReports(organizationId, options);
      const data = await describe(reports);
      return writePage({ data, total, meta: {} }, { request: { url: request.url, query: { page, per_page } }, reply });
    }
    const { reports, meta } = await readFeed(context, organizationId, { filter, after, per_page });
    if (meta.has_more) reply.header("link", toNextLink(request.url, meta.next));
    return { data: await describe(reports), meta };
  });
}

async function readReportFilter(
  context: ApiContext,
  organizationId: string,
  query: ReportListQuery,
): Promise<ReportFilter> {
  const period = readOpenPeriod(query);
  // The list itself has the reporter.
  const { reporter: _, ...others } = query;
  const { records } = readRecordFilter(others);
  const domains = await readDomains(context, organizationId, query);
  const filter = { ...period, ...domains };
  const matching = records && (await findMatching(context, organizationId, { ...filter, records }));
  return { ...filter, ...toReporterFilter(query), ...(matching && { among: matching }) };
}

function toReporterFilter({ reporter, trust, reporter_domain }: ReportListQuery): Partial<ReportFilter> {
  return {
    ...(reporter !== undefined && { reporter }),
    ...(trust && { trust }),
    ...(reporter_domain !== undefined && { reporterDomain: reporter_domain.toLowerCase() }),
  };
}

/** A request for a page of reports. */
interface ReportsQuery extends ReportFilter, PageQuery {
  readonly sort: string;
}

function toListOptions({ per_page, sort, ...query }: ReportsQuery): ListReportsOptions {
  const { field, descending } = toSort(sort);
  return { ...query, perPage: per_page, sort: { by: SORT_FIELDS.get(field) ?? "day", descending } };
}
