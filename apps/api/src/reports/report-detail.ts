import { Readable } from "node:stream";
import { type HttpServer, ProblemError, ProblemSchema, type RouteSchema, readCaller } from "@ruaflow/http";
import type { StoredReport } from "@ruaflow/record-store";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { ReportDetailSchema, toRecordDetail, toReportDetail } from "./detail-schema.ts";

const schema: RouteSchema = {
  operationId: "readReport",
  tags: ["Reports"],
  summary: "One report with all its records",
  params: Type.Object({ id: Type.String({ maxLength: 64, example: "rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6" }) }),
  querystring: Type.Object({}, { additionalProperties: false }),
  response: { 200: Type.Object({ data: ReportDetailSchema }), "4xx": ProblemSchema },
};

/** Records per write to the client. */
const RECORDS_PER_WRITE = 200;

/** GET /reports/:id; the records are streamed, since one report may have a million of them. */
export function registerReportDetail(server: HttpServer, context: ApiContext): void {
  server.get<{ Params: { id: string } }>(
    "/reports/:id",
    { schema, config: { scope: "reports:read", etag: true } },
    async (request, reply) => {
      const { organizationId } = readCaller(request);
      const found = await readReport(context, organizationId, request.params.id);
      const head = JSON.stringify(toReportDetail(found.row)).slice(0, -1);
      const body = Readable.from(writeDetail(head, found.records, context), { objectMode: false });
      // A report never changes; what we know of its addresses may, hence a weak tag.
      reply.header("etag", `W/"${found.row.contentHash}"`);
      return reply.type("application/json; charset=utf-8").send(body);
    },
  );
}

async function readReport({ metadata, records }: ApiContext, organizationId: string, id: string) {
  const entry = await metadata.readLedger(organizationId, id);
  const found = entry && (await records.readReport(organizationId, { ...entry, reportId: id }));
  if (!found) throw new ProblemError("not_found", "There is no report with this id.");
  return found;
}

async function* writeDetail(
  head: string,
  records: StoredReport["records"],
  { ipData }: ApiContext,
): AsyncGenerator<string> {
  let text = `{"data":${head},"records":[`;
  let separator = "";
  let held = 0;
  for await (const record of records) {
    text += separator + JSON.stringify(toRecordDetail(record, ipData));
    separator = ",";
    held += 1;
    if (held % RECORDS_PER_WRITE === 0) {
      yield text;
      text = "";
    }
  }
  yield `${text}]}}`;
}
