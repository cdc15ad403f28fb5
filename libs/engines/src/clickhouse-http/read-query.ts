import type { IncomingHttpHeaders } from "node:http";
import type { Statement } from "./chdb-session.ts";
import { closeInsertData } from "./insert-data.ts";
import { ClickHouseRefusal } from "./refusal.ts";

// Parameters of the HTTP interface, not settings of a query. The name of a session has an effect only where sessions stay
// open.
const interfaceNames = new Set([
  "query",
  "query_id",
  "database",
  "default_format",
  "user",
  "password",
  "role",
  "quota_key",
  "session_id",
  "session_timeout",
  "session_check",
  "close_session",
  "client_protocol_version",
  "stacktrace",
  "buffer_size",
  "wait_end_of_query",
  "send_progress_in_http_headers",
  "enable_http_compression",
]);

/** The parts of a request that define its statement. */
export interface QueryRequest {
  readonly method: string;
  readonly url: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The query, its continuation, or the data of an `INSERT` in the URL. */
  readonly body: string;
}

/**
 * Reads the statement of a request. As on a server, GET and HEAD can only read (`readonly=2`).
 *
 * @throws ClickHouseRefusal for invalid setting names, and for ClickHouse's own compression
 */
export function readStatement({ method, url, headers, body }: QueryRequest, database: string): Statement {
  if (url.get("compress") === "1" || url.get("decompress") === "1")
    throw new ClickHouseRefusal("NOT_IMPLEMENTED", "ClickHouse's own compression is not supported; use gzip.");
  const given = url.get("query") ?? "";
  const sessionId = url.get("session_id");
  return {
    ...(sessionId !== null && { sessionId }),
    query: closeInsertData(given === "" ? body : joinNonEmpty(given, body)),
    database: url.get("database") ?? readHeader(headers, "x-clickhouse-database") ?? database,
    settings: [...readSettings(url), ...(method === "POST" ? [] : [["readonly", "2"] as const])],
    params: [...readParams(url)],
    format: readFormat(url.get("default_format") ?? readHeader(headers, "x-clickhouse-format") ?? "TabSeparated"),
  };
}

/** The name of the answer's format. */
export function readAnswerFormat({ query, format }: Statement): string {
  return query.slice(-200).match(/\sFORMAT\s+(\w+)\s*;?\s*$/i)?.[1] ?? format;
}

function joinNonEmpty(query: string, body: string): string {
  return body === "" ? query : `${query}\n${body}`;
}

function* readSettings(url: URLSearchParams): Generator<readonly [string, string]> {
  for (const [name, value] of url) {
    if (interfaceNames.has(name) || name.startsWith(paramPrefix) || name.startsWith("http_")) continue;
    if (name === "compress" || name === "decompress") continue;
    yield [assertName(name), value];
  }
}

const paramPrefix = "param_";

function* readParams(url: URLSearchParams): Generator<readonly [string, string]> {
  for (const [name, value] of url) {
    if (name.startsWith(paramPrefix)) yield [assertName(name.slice(paramPrefix.length)), value];
  }
}

// Names become part of the text of a statement.
function assertName(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,99}$/i.test(name))
    throw new ClickHouseRefusal("UNKNOWN_SETTING", "This is not a valid setting name.");
  return name;
}

function readFormat(name: string): string {
  if (!/^[a-z0-9_]{1,60}$/i.test(name))
    throw new ClickHouseRefusal("BAD_ARGUMENTS", "This is not a valid format name.");
  return name;
}

function readHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return value === undefined ? undefined : String(value);
}
