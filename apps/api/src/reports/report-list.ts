import { type HttpServer, readCaller } from "@ruaflow/http";
import type { ListReportsOptions, ReportSort } from "@ruaflow/record-store";
import { shareReads } from "@ruaflow/runtime";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainQuery, readDomainFilter } from "../domain-filter.ts";
import { PagingMeta, PagingQuery, toLinkHeader, toPagingMeta } from "../paging.ts";
import { PeriodQuery, readOpenPeriod } from "../period.ts";
import { toColumns } from "./csv/columns.ts";
import { toFileName } from "./csv/file-name.ts";
import { FormatQuery, isCsvWanted, JsonOrCsv, reportsRoute } from "./csv/format.ts";
import { sendCsv } from "./csv/send-csv.ts";
import { ReportsErrors } from "./errors.ts";
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
      description: "Only reports of the reporter with exactly this name.",
      examples: ["google.com"],
    }),
  ),
};

const querystring = Type.Object(
  {
    ...DomainQuery,
    ...PeriodQuery,
    ...ReporterQuery,
    ...PagingQuery,
    ...SortQuery([...SORT_FIELDS.keys()], "-date_range"),
    ...FormatQuery,
  },
  { additionalProperties: false },
);

const schema = {
  operationId: "listReports",
  tags: ["Reports"],
  summary: "List reports, the newest period first",
  querystring,
  response: {
    200: JsonOrCsv(
      Type.Object({ data: Type.Array(ReportSchema), meta: Type.Object(PagingMeta) }),
      ReportSchema,
      "a row for each report, by domain, then day",
    ),
    ...ReportsErrors,
  },
};

/** GET /reports */
export function registerReportList(server: HttpServer, context: ApiContext): void {
  const readPage = shareReads(async (organizationId, options: ListReportsOptions) => {
    const { reports, total } = await context.records.listReports(organizationId, options);
    return { data: reports.map(toReport), total };
  });
  server.get("/reports", { schema, ...reportsRoute }, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { domain_id, reporter, page, per_page, sort } = request.query;
    const period = readOpenPeriod(request.query);
    const domains = await readDomainFilter(context, organizationId, domain_id);
    const filter = { ...period, ...domains, ...(reporter !== undefined && { reporter }) };
    if (isCsvWanted(request)) {
      const items = context.records.exportReports(organizationId, filter);
      const name = toFileName("reports", period);
      return sendCsv(request, reply, { name, columns: toColumns(ReportSchema), items, toRow: toReport });
    }
    const options = { ...filter, page, perPage: per_page, sort: toReportSort(sort) };
    const { data, total } = await readPage(organizationId, options);
    reply.header("link", toLinkHeader(request.url, total, request.query));
    return { data, meta: toPagingMeta(total, request.query) };
  });
}

function toReportSort(sort: string): ReportSort {
  const { field, descending } = toSort(sort);
  return { by: SORT_FIELDS.get(field) ?? "day", descending };
}
