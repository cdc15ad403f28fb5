import { hash } from "node:crypto";
import { type HttpServer, ProblemError, type RouteSchema, readCaller } from "@ruaflow/http";
import type { StoredReport } from "@ruaflow/record-store/questions";
import type { ReportRow } from "@ruaflow/record-store/rows";
import type { ReportRecord } from "@ruaflow/report";
import { type Sourced, streamSourceFacts } from "@ruaflow/verdicts/facts";
import { Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { OptionalPagingQuery, type PageQuery, readPageQuery, toLinkHeader } from "../../paging.ts";
import type { Period } from "../../period.ts";
import { sendStream } from "../../send-stream.ts";
import { FormatQuery, isCsvWanted, JsonOrCsv, reportsRoute } from "../csv/format.ts";
import { sendCsv } from "../csv/send-csv.ts";
import { ReportsErrors } from "../errors.ts";
import { RecordSchema, ReportDetailSchema, toRecordDetail, toReportDetail } from "./detail-schema.ts";

const schema: RouteSchema = {
  operationId: "readReport",
  tags: ["Reports"],
  summary: "One report with its records",
  description:
    "Has all records, or one page of them if page or per_page is given. record_count is the number of all. A report may have a million records.",
  params: Type.Object({ id: Type.String({ maxLength: 64, example: "rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6" }) }),
  querystring: Type.Object({ ...OptionalPagingQuery, ...FormatQuery }, { additionalProperties: false }),
  response: {
    200: JsonOrCsv(Type.Object({ data: ReportDetailSchema }), RecordSchema, "a row for each record"),
    ...ReportsErrors,
  },
};

/** Records per write to the client. */
const RECORDS_PER_WRITE = 200;

/** GET /reports/:id. Records are streamed, since a report may have a million. */
export function registerReportDetail(server: HttpServer, context: ApiContext): void {
  const { config, ...hooks } = reportsRoute;
  const route = { schema, config: { ...config, etag: true }, ...hooks };
  server.get<{ Params: { id: string }; Querystring: Partial<PageQuery> }>(
    "/reports/:id",
    route,
    async (request, reply) => {
      const { organizationId } = readCaller(request);
      const { entry, row, records, readRecords } = await readReport(context, organizationId, request.params.id);
      if (isCsvWanted(request)) {
        const items = streamSourceFacts(context, records);
        const file = { name: `report_${row.reportId}`, period: toPeriod(row), row: RecordSchema };
        return sendCsv(request, reply, { ...file, items, toRow: toRecordDetail });
      }
      const head = JSON.stringify(toReportDetail(row, entry)).slice(0, -1);
      const page = readPageQuery(request.query);
      const shown = page ? takePage(readRecords, page) : records;
      if (page) reply.header("link", toLinkHeader(request.url, row.totals.records, page));
      return sendStream(request, reply, {
        pieces: writeDetail(head, streamSourceFacts(context, shown)),
        begin() {
          const tag = toTag(head + JSON.stringify(page), row, context.now());
          reply.type("application/json; charset=utf-8").header("etag", tag);
        },
      });
    },
  );
}

async function* takePage(read: StoredReport["readRecords"], { page, per_page: take }: PageQuery) {
  yield* await read({ skip: (page - 1) * take, take });
}

/**
 * A weak tag: the records are identified by their content, but the facts about their addresses may change. A client sees
 * such a change on the next UTC day at the latest.
 */
function toTag(head: string, { contentHash }: ReportRow, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return `W/"${hash("sha256", head + contentHash + day, "base64url").slice(0, 22)}"`;
}

function toPeriod({ header }: ReportRow): Period {
  return { startDate: toDay(header.dateRange.begin), endDate: toDay(header.dateRange.end) };
}

function toDay(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10);
}

/** @throws {ProblemError} 404 when the organization has no such report */
export async function readReport({ metadata, records }: ApiContext, organizationId: string, id: string) {
  const entry = await metadata.reports.readLedger(organizationId, id);
  const found = entry && (await records.readReport(organizationId, { ...entry, reportId: id }));
  if (!found) throw new ProblemError("not_found", "There is no report with this id.");
  return { entry, ...found };
}

async function* writeDetail(head: string, records: AsyncIterable<Sourced<ReportRecord>>): AsyncGenerator<string> {
  let text = `{"data":${head},"records":[`;
  let separator = "";
  let held = 0;
  for await (const record of records) {
    text += separator + JSON.stringify(toRecordDetail(record));
    separator = ",";
    held += 1;
    if (held % RECORDS_PER_WRITE === 0) {
      yield text;
      text = "";
    }
  }
  yield `${text}]}}`;
}
