import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createFolder } from "@ruaflow/runtime/folders";
import { freeBuffersEvery } from "@ruaflow/runtime/heap";
import { type BoundedServerOptions, createBoundedServer } from "@ruaflow/runtime/listening";
import pLimit from "p-limit";
import { type Answer, sendError, sendResult, sendText, wantsGzip } from "./answer.ts";
import { openSession, runStatement, type Statement, type StatementResult } from "./chdb-session.ts";
import { assertCredentials, type Credentials } from "./credentials.ts";
import { endWithClient, whenLeft } from "./end-with-client.ts";
import { insertsNothing, isInsert } from "./insert-data.ts";
import { NamedSessions } from "./named-sessions.ts";
import { readBody } from "./read-body.ts";
import { readAnswerFormat, readStatement } from "./read-query.ts";
import { ClickHouseRefusal } from "./refusal.ts";
import { withRowsFile } from "./rows-file.ts";
import { type StatementDeadline, within } from "./statement-deadline.ts";

export interface ClickHouseHttpOptions {
  /** Folder of the embedded engine; no other process may use it meanwhile. */
  readonly path: string;
  /** Absent: any client that reaches the address may ask. */
  readonly credentials?: Credentials;
  /** Database of queries without one. */
  readonly database: string;
  /** Maximum of concurrent statements; further ones wait. Each uses one of libuv's threads (`UV_THREADPOOL_SIZE`). */
  readonly statementsMax: number;
  /** Maximum of requests that wait or run; further ones are refused with code 202. */
  readonly requestsMax: number;
  /** Maximum size of a body, decompressed. */
  readonly bodyBytesMax: number;
  /**
   * Maximum size of an answer. It is checked after the engine has built the answer: only `max_memory_usage` limits
   * that.
   */
  readonly answerBytesMax: number;
  /** Converts the requested statement into the permitted one, or throws; by default everything is permitted. */
  readonly restrict?: (statement: Statement) => Promise<Statement>;
  /** Whether statements with a `session_id` share an open session; by default each statement has one of its own. */
  readonly keepsSessions?: boolean;
  /** The file whose rows a statement reads that names it; by default there is none. */
  readonly rowsFile?: string;
  /** Connections that have been idle for this long are closed; default 30 s, in milliseconds. */
  readonly idleMsMax?: number;
  /** Whether a statement is cancelled when its client leaves. Only for an interface that writes nothing. */
  readonly endsWithClient?: boolean;
  /** By default a statement may take as long as it takes. */
  readonly deadline?: StatementDeadline;
}

/** A TCP port, 0 for any free one, or the path of a Unix socket. */
type ListenAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** A listening server. */
export interface ClickHouseHttpServer {
  /** On a Unix socket its host is `localhost`. */
  readonly url: string;
  /**
   * Resolves when the running statements are answered; requests that arrive meanwhile are the last of their
   * connections.
   */
  close(): Promise<void>;
}

// As in ClickHouse: longer than clients keep idle connections, so that they do not reuse one that is being closed.
const IDLE_MS_MAX = 30_000;

const toConnectionLimits = (idleMsMax = IDLE_MS_MAX): BoundedServerOptions => ({
  // People read answers in a pager.
  limits: { idleMsMax, stalledMsMax: 600_000 },
  // Clients are few; the engine needs the files of its process.
  share: 1 / 8,
  // Bound parameters are part of the URL; ClickHouse's `http_max_uri_size` is equally large.
  server: { maxHeaderSize: 2 ** 20 },
});

/**
 * Serves as much of ClickHouse's HTTP interface as `@clickhouse/client` and `curl` need, from the embedded engine.
 * Answers and bodies are buffered completely. Every request is a separate session, unless `keepsSessions` is set and the request
 * names one. A statement runs to its end when its client leaves, except with `endsWithClient`.
 */
export async function startClickHouseHttp(
  options: ClickHouseHttpOptions,
  address: ListenAddress,
): Promise<ClickHouseHttpServer> {
  await createFolder(options.path, 0o700);
  // Keeps the engine open between requests: opening it again reads every table's parts.
  const anchor = await openSession(options.path);
  const sessions = options.keepsSessions ? new NamedSessions(options.path) : undefined;
  const handle = createHandler(options, sessions);
  let isClosing = false;
  const server = createBoundedServer((request, response) => {
    // Otherwise a client that always sends another query would keep the server open indefinitely.
    if (isClosing) response.setHeader("Connection", "close");
    handle(request, response).catch((error: unknown) => sendError(response, error));
  }, toConnectionLimits(options.idleMsMax));
  server.listen(address);
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
      sessions?.close();
      anchor.close();
    },
  };
}

function createHandler(options: ClickHouseHttpOptions, sessions: NamedSessions | undefined) {
  // Statements wait here: inside the engine each would block a thread of libuv, which files and zlib also need.
  const limit = pLimit(options.statementsMax);
  const answer = (statement: Statement, left: AbortSignal) => {
    const work = (name?: Setting) =>
      within(options.deadline, statement, () => answerStatement(statement, { ...options, sessions, name }));
    // A named session waits for its own statements only.
    if (sessions !== undefined && statement.sessionId !== undefined) return work();
    return limit(() => (options.endsWithClient ? endWithClient(options.path, left, work) : work()));
  };
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

type Setting = Statement["settings"][number];

/** Bodies and answers that may wait for the collection of garbage. */
const noteBuffers = freeBuffersEvery(8 * 2 ** 20);

type Context = ClickHouseHttpOptions & {
  answer(statement: Statement, left: AbortSignal): Promise<Omit<Answer, "compressed">>;
};

async function answerRequest(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const left = whenLeft(response);
  const { pathname, searchParams: url } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/ping") return sendText(response, "Ok.\n");
  if (pathname !== "/") return sendText(response, "There is no handle for this path. Use / or /ping.\n", 404);
  const { method = "GET", headers } = request;
  if (!["GET", "HEAD", "POST"].includes(method)) return sendText(response, "Use GET, HEAD or POST.\n", 405);
  if (context.credentials) assertCredentials(context.credentials, headers, url);
  const body = await readBody(request, context.bodyBytesMax);
  response.setHeader("X-ClickHouse-Query-Id", readQueryId(url));
  const statement = readStatement({ method, url, headers, body }, context.database);
  if (statement.query.trim() === "") return sendText(response, "Ok.\n");
  const answer = await context.answer(statement, left);
  await sendResult(response, { ...answer, compressed: wantsGzip(request, url) });
  noteBuffers(body.length + answer.result.bytes.byteLength);
}

async function answerStatement(
  requested: Statement,
  {
    path,
    restrict,
    rowsFile,
    answerBytesMax,
    sessions,
    name,
  }: ClickHouseHttpOptions & { readonly sessions: NamedSessions | undefined; readonly name: Setting | undefined },
): Promise<Omit<Answer, "compressed">> {
  const permitted = restrict ? await restrict(requested) : requested;
  const statement = name === undefined ? permitted : { ...permitted, settings: [name, ...permitted.settings] };
  const run = ({ sessionId, ...complete }: Statement) =>
    sessions === undefined || sessionId === undefined
      ? runStatement(path, complete)
      : sessions.run(sessionId, complete);
  const result = insertsNothing(statement.query) ? nothing : await withRowsFile(rowsFile, statement, run);
  if (result.bytes.byteLength > answerBytesMax)
    throw new ClickHouseRefusal("TOO_MANY_ROWS_OR_BYTES", `The answer is larger than ${answerBytesMax} bytes.`);
  return { result, format: readAnswerFormat(statement), written: isInsert(statement.query) };
}

const nothing: StatementResult = { bytes: new Uint8Array(), rowsRead: 0, bytesRead: 0, elapsedSeconds: 0 };

// It becomes a header value, so other characters are refused.
function readQueryId(url: URLSearchParams): string {
  const given = url.get("query_id") ?? "";
  return /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

function toUrl(address: AddressInfo | string | null): string {
  if (address === null) throw new Error("the server does not listen");
  if (typeof address === "string") return "http://localhost";
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
