import { randomUUID } from "node:crypto";
import swagger from "@fastify/swagger";
import type { AddressList } from "@ruaflow/runtime/addresses";
import type { ConnectionLimits } from "@ruaflow/runtime/listening";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { releaseVersion } from "@ruaflow/runtime/release-version";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { cacheAnswers, type ReadAnswerState } from "./answer-cache/cache-answers.ts";
import { answerClientError, answerFrameworkError, answerWithProblems } from "./answer-problems.ts";
import { createBoundedListener } from "./bounded-listener.ts";
import { SECURE_COOKIE } from "./callers/session-cookie.ts";
import { addEntityTags } from "./etags.ts";
import { observeRequests, registerHealth } from "./health.ts";
import type { HttpServer, ReadinessChecks, TypeBoxTypeProvider } from "./http-server.ts";
import { readJsonBodies } from "./json-body.ts";
import { completeDocument } from "./openapi/complete-document.ts";
import { PROBLEM_SCHEMA_ID, ProblemSchema } from "./problem-schema.ts";
import { createSchemaCompilers } from "./schema-compilers.ts";
import { answerUnknownRoutes } from "./unknown-routes.ts";
import { convertQuery, refuseNul } from "./validation.ts";

export interface HttpServerOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly readiness: ReadinessChecks;
  /** Largest request body in bytes; a route can set its own limit. */
  readonly bodyBytesMax: number;
  /** Addresses and prefixes of proxies whose `X-Forwarded-…` headers are trusted; absent: these headers are ignored. */
  readonly trustedProxies?: AddressList | undefined;
  /** Limits of connections other than `CONNECTION_LIMITS`, for tests. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** For tests of all schemas: one that cannot be compiled fails the start, not its first request. */
  readonly compilesSchemasAtOnce?: boolean | undefined;
  /** Absent: no answers are kept. */
  readonly readAnswerState?: ReadAnswerState;
  /** Title and description of the OpenAPI document. */
  readonly info: { readonly title: string; readonly description: string };
}

const securitySchemes = {
  key: { type: "http", scheme: "bearer", bearerFormat: "API key" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: SECURE_COOKIE,
    description:
      "Of a browser that signed in with POST /api/v1/session. A request other than GET and HEAD also needs the header X-CSRF-Token. Without HTTPS, on the machine of the service only, the cookie's name has no __Host-.",
  },
} as const;

/**
 * Creates a Fastify server with what all apps share: problem documents (RFC 9457), request ids, `/healthz`, `/readyz`,
 * `/metrics` and an OpenAPI 3.1 document. The app adds its routes; the server does not listen yet.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer(options);
  server.addSchema(ProblemSchema);
  const compilers = createSchemaCompilers(
    { [PROBLEM_SCHEMA_ID]: ProblemSchema },
    { atOnce: options.compilesSchemasAtOnce },
  );
  server.setValidatorCompiler(compilers.validator).setSerializerCompiler(compilers.serializer);
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { ...options.info, version: releaseVersion },
      components: { securitySchemes },
      security: [{ key: [] }, { session: [] }],
    },
    transformObject: (document) =>
      "openapiObject" in document ? completeDocument(document.openapiObject) : document.swaggerObject,
    // biome-ignore lint/complexity/useMaxParams: the signature is that of @fastify/swagger
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`) },
  });
  answerWithProblems(server);
  answerUnknownRoutes(server);
  readJsonBodies(server);
  server.addHook("onRequest", async (request) => refuseNul(request));
  server.addHook("preValidation", async (request) => convertQuery(request));
  // Before the tags, which may replace an answer by a 304.
  if (options.readAnswerState) cacheAnswers(server, options.readAnswerState);
  addEntityTags(server);
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  });
  observeRequests(server, options.metrics);
  registerHealth(server, options);
  closeIdleConnectionsWhileClosing(server);
  return server;
}

const CLOSING_CHECK_MS = 100;

/**
 * Node closes the connections that are idle when closing begins. A connection whose request was answered before its body
 * had ended becomes idle later, and would keep the server open until its keep-alive timeout.
 */
function closeIdleConnectionsWhileClosing(server: HttpServer): void {
  server.addHook("preClose", async () => {
    const timer = setInterval(() => server.server.closeIdleConnections(), CLOSING_CHECK_MS);
    server.server.once("close", () => clearInterval(timer));
  });
}

/** A client's request id is used only when it is a plain token, so that it cannot inject text into the log. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

function createServer(options: HttpServerOptions): HttpServer {
  const loggerInstance: FastifyBaseLogger = options.logger;
  return fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: options.bodyBytesMax,
    trustProxy: toTrust(options.trustedProxies),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: "idle",
    serverFactory: (handle) => createBoundedListener(handle, options),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    genReqId: (request) => {
      const id = request.headers["x-request-id"];
      return typeof id === "string" && REQUEST_ID.test(id) ? id : randomUUID();
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
}

function toTrust(proxies: AddressList | undefined) {
  return proxies === undefined || proxies.isEmpty ? false : (address: string) => proxies.includes(address);
}
