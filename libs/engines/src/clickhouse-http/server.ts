import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pLimit from "p-limit";
import { type Answer, sendError, sendResult, sendText, wantsGzip } from "./answer.ts";
import { openSession, runStatement, type Statement, type StatementResult } from "./chdb-session.ts";
import { assertCredentials, type Credentials } from "./credentials.ts";
import { insertsNothing, isInsert } from "./insert-data.ts";
import { readBody } from "./read-body.ts";
import { readAnswerFormat, readStatement } from "./read-query.ts";
import { ClickHouseRefusal } from "./refusal.ts";

export interface ClickHouseHttpOptions {
  /** Folder of the engine inside this process; no other process may use it meanwhile. */
  readonly path: string;
  readonly credentials: Credentials;
  /** Database of queries that name none. */
  readonly database: string;
  /** Statements that run at once; further ones wait. Each holds one of libuv's threads (`UV_THREADPOOL_SIZE`). */
  readonly statementsMax: number;
  /** Requests that wait or run; beyond them code 202 is answered. */
  readonly requestsMax: number;
  /** Bytes of a body, decompressed. */
  readonly bodyBytesMax: number;
  /** Bytes of an answer. The engine has built it by then: what it builds is bounded by `max_memory_usage` alone. */
  readonly answerBytesMax: number;
  /** Turns what was asked into what may run, or throws; absent: everything may run. */
  readonly restrict?: (statement: Statement) => Promise<Statement>;
}

/** A server that listens. */
export interface ClickHouseHttpServer {
  readonly url: string;
  /** Ends when the statements in hand are answered; those that come meanwhile are the last of their connections. */
  close(): Promise<void>;
}

/**
 * Serves as much of ClickHouse's HTTP interface as `@clickhouse/client` and `curl` need, from the engine inside this
 * process. Answers and bodies are buffered whole. What a client walks away from still runs to its end. Every request is
 * a session of its own, whatever `session_id` says.
 */
export async function startClickHouseHttp(
  options: ClickHouseHttpOptions,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ClickHouseHttpServer> {
  await mkdir(options.path, { recursive: true });
  // Holds the engine open between requests: opening it anew reads every table's parts.
  const anchor = await openSession(options.path);
  const handle = createHandler(options);
  let isClosing = false;
  // Bound parameters stand in the URL; ClickHouse's own `http_max_uri_size` is as large.
  const server = createServer({ maxHeaderSize: 2 ** 20 }, (request, response) => {
    // Otherwise a client that always has one more question would keep the server open for ever.
    if (isClosing) response.setHeader("Connection", "close");
    handle(request, response).catch((error: unknown) => sendError(response, error));
  });
  // As ClickHouse: a client that keeps a connection for some seconds must not meet its closing.
  server.keepAliveTimeout = 30_000;
  server.listen({ host, port });
  await once(server, "listening").catch((error: unknown) => {
    anchor.close();
    throw error;
  });
  return {
    url: toUrl(server.address()),
    close: async () => {
      isClosing = true;
      server.close();
      server.closeIdleConnections();
      await once(server, "close");
      anchor.close();
    },
  };
}

function createHandler(options: ClickHouseHttpOptions) {
  // Statements wait here: inside the engine each would hold a thread of libuv, which files and zlib need too.
  const limit = pLimit(options.statementsMax);
  const answer = (statement: Statement) => limit(() => answerStatement(statement, options));
  let requests = 0;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    try {
      if (requests > options.requestsMax)
        throw new ClickHouseRefusal("TOO_MANY_SIMULTANEOUS_QUERIES", "Too many queries at once.");
      await answerRequest(request, response, { ...options, answer });
    } finally {
      requests -= 1;
    }
  };
}

type Context = ClickHouseHttpOptions & { answer(statement: Statement): Promise<Omit<Answer, "compressed">> };

async function answerRequest(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const { pathname, searchParams: url } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/ping") return sendText(response, "Ok.\n");
  if (pathname !== "/") return sendText(response, "There is no handle for this path. Use / or /ping.\n", 404);
  const { method = "GET", headers } = request;
  if (!["GET", "HEAD", "POST"].includes(method)) return sendText(response, "Use GET, HEAD or POST.\n", 405);
  assertCredentials(context.credentials, headers, url);
  const body = await readBody(request, context.bodyBytesMax);
  response.setHeader("X-ClickHouse-Query-Id", readQueryId(url));
  const statement = readStatement({ method, url, headers, body }, context.database);
  if (statement.query.trim() === "") return sendText(response, "Ok.\n");
  await sendResult(response, { ...(await context.answer(statement)), compressed: wantsGzip(request, url) });
}

async function answerStatement(
  asked: Statement,
  { path, restrict, answerBytesMax }: ClickHouseHttpOptions,
): Promise<Omit<Answer, "compressed">> {
  const statement = restrict ? await restrict(asked) : asked;
  const result = insertsNothing(statement.query) ? nothing : await runStatement(path, statement);
  if (result.bytes.byteLength > answerBytesMax)
    throw new ClickHouseRefusal("TOO_MANY_ROWS_OR_BYTES", `The answer is larger than ${answerBytesMax} bytes.`);
  return { result, format: readAnswerFormat(statement), written: isInsert(statement.query) };
}

const nothing: StatementResult = { bytes: new Uint8Array(), rowsRead: 0, bytesRead: 0, elapsedSeconds: 0 };

// It becomes a header, so only what a header can hold.
function readQueryId(url: URLSearchParams): string {
  const given = url.get("query_id") ?? "";
  return /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

function toUrl(address: AddressInfo | string | null): string {
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
