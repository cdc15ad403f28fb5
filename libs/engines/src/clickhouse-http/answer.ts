import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { StatementResult } from "./chdb-session.ts";

/** The response to a statement. */
export interface Answer {
  readonly result: StatementResult;
  readonly format: string;
  readonly compressed: boolean;
  readonly written: boolean;
}

/** Sends a complete result with ClickHouse's headers. */
export async function sendResult(response: ServerResponse, answer: Answer): Promise<void> {
  const { result, format, compressed } = answer;
  const body = compressed ? await promisify(gzip)(result.bytes) : result.bytes;
  response.setHeader("Content-Type", toContentType(format));
  response.setHeader("X-ClickHouse-Format", format);
  response.setHeader("X-ClickHouse-Timezone", "UTC");
  response.setHeader("X-ClickHouse-Summary", JSON.stringify(toSummary(answer)));
  if (compressed) response.setHeader("Content-Encoding", "gzip");
  response.setHeader("Content-Length", body.byteLength);
  response.end(body);
}

/** Sends a text of the HTTP interface itself. */
export function sendText(response: ServerResponse, text: string, status = 200): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "text/plain; charset=UTF-8");
  response.end(text);
}

/** Sends an error with ClickHouse's wording; its code determines the HTTP status. */
export function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const code = readCode(error);
  response.setHeader("X-ClickHouse-Exception-Code", String(code));
  if (code === 194) response.setHeader("WWW-Authenticate", 'Basic realm="ClickHouse server HTTP API"');
  sendText(response, `${error instanceof Error ? error.message : String(error)}\n`, toHttpStatus(code));
}

/** Whether the client requested gzip and accepts it. */
export function wantsGzip(request: IncomingMessage, url: URLSearchParams): boolean {
  return url.get("enable_http_compression") === "1" && /\bgzip\b/i.test(String(request.headers["accept-encoding"]));
}

const UNKNOWN_EXCEPTION = 1002;

function readCode(error: unknown): number {
  const code = error instanceof Error && "clickhouseCode" in error ? error.clickhouseCode : undefined;
  return typeof code === "number" ? code : UNKNOWN_EXCEPTION;
}

// The embedded engine reports only what it read; for an insert, that is what it wrote.
function toSummary({ result, written }: Answer): Record<string, string> {
  const { rowsRead, bytesRead, elapsedSeconds, bytes } = result;
  return {
    read_rows: String(rowsRead),
    read_bytes: String(bytesRead),
    written_rows: written ? String(rowsRead) : "0",
    written_bytes: written ? String(bytesRead) : "0",
    total_rows_to_read: "0",
    result_rows: "0",
    result_bytes: String(bytes.byteLength),
    elapsed_ns: String(Math.round(elapsedSeconds * 1e9)),
  };
}

function toContentType(format: string): string {
  if (/^JSON/i.test(format)) return "application/json; charset=UTF-8";
  if (/^(TSV|TabSeparated)/i.test(format)) return "text/tab-separated-values; charset=UTF-8";
  if (/^CSV/i.test(format)) return "text/csv; charset=UTF-8; header=absent";
  return /^(Native|RowBinary|Parquet|Arrow|ORC|Avro)/i.test(format)
    ? "application/octet-stream"
    : "text/plain; charset=UTF-8";
}

// As in `exceptionCodeToHTTPStatus` of ClickHouse's HTTPHandler, with 403 also for read-only and denied access.
const statuses: readonly (readonly [status: number, codes: readonly number[]])[] = [
  [400, [6, 25, 26, 27, 36, 38, 41, 43, 53, 62, 69, 72, 117, 168, 223, 427, 441, 442, 456, 457, 458]],
  [401, [194]],
  [403, [164, 192, 193, 497, 516]],
  [404, [46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 336]],
  [413, [290]],
  [501, [48]],
  [503, [202]],
];

const statusByCode = new Map(statuses.flatMap(([status, codes]) => codes.map((code) => [code, status] as const)));

/** The HTTP status for an error code of ClickHouse; 500 for most. */
function toHttpStatus(clickhouseCode: number): number {
  return statusByCode.get(clickhouseCode) ?? 500;
}
