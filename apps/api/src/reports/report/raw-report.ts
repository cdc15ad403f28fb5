import { extractDocument, operatorEnvelopeLimits } from "@ruaflow/dmarc/envelope";
import { type HttpServer, ProblemError, type RouteSchema, readCaller } from "@ruaflow/http";
import { SubmissionBodyMissingError } from "@ruaflow/metadata-store/body-errors";
import type { RawPlace } from "@ruaflow/metadata-store/reports";
import { Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { sendStream } from "../../send-stream.ts";
import { ReportsErrors } from "../errors.ts";
import { readReport } from "./report-detail.ts";

const schema: RouteSchema = {
  operationId: "downloadReport",
  tags: ["Reports"],
  summary: "Download the XML of a report",
  description:
    "The XML document as the reporter sent it, without the archive or the mail around it, as an attachment. As long as the bytes of its submission are kept: raw_url of the report is null when they are not. The document is the sender's: handle it with care.",
  params: Type.Object({ id: Type.String({ maxLength: 64, example: "rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6" }) }),
  response: {
    200: {
      description: "The XML document.",
      content: { "application/xml": { schema: Type.String({ examples: ["<feedback>...</feedback>"] }) } },
    },
    ...ReportsErrors,
  },
};

/** Documents that one process extracts at a time: each may hold an archive of 20 MB in memory. */
const EXTRACTIONS_MAX = 8;

/** GET /reports/:id/raw */
export function registerRawReport(server: HttpServer, context: ApiContext): void {
  const extract = createExtractor(context);
  const route = { schema, config: { scope: "reports:read", etag: true } };
  server.get<{ Params: { id: string } }>("/reports/:id/raw", route, async (request, reply) => {
    const { organizationId } = readCaller(request);
    const { entry, row } = await readReport(context, organizationId, request.params.id);
    const { raw } = entry;
    if (raw === null) throw notKept();
    return sendStream(request, reply, {
      pieces: extract(raw),
      begin() {
        reply.type("application/xml").header("x-content-type-options", "nosniff");
        reply.header("etag", `"${raw.sha256}-${raw.entry}"`);
        reply.header("content-disposition", `attachment; filename="${row.reportId}.xml"`);
      },
    });
  });
}

function createExtractor({ metadata }: ApiContext) {
  let running = 0;
  return async function* extract({ submissionId, entry, channel }: RawPlace): AsyncGenerator<Uint8Array> {
    if (running >= EXTRACTIONS_MAX) {
      throw new ProblemError("unavailable", "Too many reports are being extracted; try again in a few seconds.");
    }
    running += 1;
    try {
      const limits = channel === "import" ? operatorEnvelopeLimits : {};
      const body = metadata.intake.readSubmissionBody(submissionId);
      yield* (await extractDocument(body, { entry, limits })).xml;
    } catch (error) {
      // Deleted since the question about the report.
      throw error instanceof SubmissionBodyMissingError ? notKept() : error;
    } finally {
      running -= 1;
    }
  };
}

function notKept(): ProblemError {
  return new ProblemError(
    "not_found",
    "The XML of this report is not stored. It was deleted, or never kept; its records are still there.",
  );
}
