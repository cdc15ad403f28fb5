import { type HttpServer, invalidAt, ProblemError, readCaller } from "@ruaflow/http";
import { toExplanation } from "../explain/explanation.ts";
import type { Ingest } from "../ingest.ts";
import { explainSchema } from "./explain-schema.ts";
import { awaitFiles, withArrival } from "./upload-arrival.ts";
import { readRawFile } from "./uploaded-file.ts";

export interface ExplainRouteOptions {
  readonly ingest: Pick<Ingest, "arrivals" | "explain">;
  /** Limit of the file. */
  readonly bodyBytesMax: number;
}

/** An answer has at most so many characters of reports and rejections. */
const ANSWER_CHARS_MAX = 4 * 1024 * 1024;

/** POST /explain, in a scope whose bodies are streams. */
export function registerExplain(scope: HttpServer, { ingest, bodyBytesMax }: ExplainRouteOptions): void {
  const config = { scope: ["ingest:write", "reports:read"], readsOnly: true };
  scope.post("/explain", { schema: explainSchema, config, bodyLimit: bodyBytesMax }, async (request, reply) => {
    if (request.isMultipart()) throw invalidAt("/body", "is a form: send the file itself as the body");
    const { organizationId } = readCaller(request);
    const files = readRawFile(request.query.name ?? "upload", request.body);
    const explained = await withArrival(ingest.arrivals, { request, reply }, async (arrival) => {
      for await (const { name, body } of awaitFiles(files, arrival))
        return ingest.explain(await arrival.receive(body), { name, organizationId });
      return null;
    });
    if (explained === null)
      throw new ProblemError("payload_too_large", `A file may have at most ${bodyBytesMax} bytes.`);
    const { more, ...file } = explained;
    return { data: { ...toExplanation(file, { charsMax: ANSWER_CHARS_MAX }), entries_omitted: more } };
  });
}
