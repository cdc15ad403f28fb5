import { randomUUID } from "node:crypto";
import swagger from "@fastify/swagger";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { answerClientError, answerFrameworkError, answerWithProblems } from "./answer-problems.ts";
import { tagObjects } from "./etags.ts";
import { observeRequests, registerHealth } from "./health.ts";
import type { HttpServer, ReadinessChecks, TypeBoxTypeProvider } from "./http-server.ts";
import { readJsonBodies } from "./json-body.ts";
import { answerUnknownRoutes } from "./known-methods.ts";
import { completeDocument } from "./openapi/complete-document.ts";
import { ProblemSchema } from "./problem.ts";
import { convertQuery, refuseNul } from "./validation.ts";

export interface HttpServerOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly readiness: ReadinessChecks;
  /** Largest body of a request in bytes; a route may set its own. */
  readonly bodyBytesMax: number;
  /** Addresses and prefixes whose `X-Forwarded-For` is believed; nobody's when absent. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Title and description of the OpenAPI document. */
  readonly info: { readonly title: string; readonly description: string; readonly version: string };
}

/**
 * A Fastify server with what every app of ours answers: problem documents (RFC 9457), request ids, `/healthz`,
 * `/readyz`, `/metrics` and an OpenAPI 3.1 document. Routes are added by the app; nothing listens yet.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer(options);
  server.addSchema(ProblemSchema);
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: options.info,
      components: { securitySchemes: { key: { type: "http", scheme: "bearer", bearerFormat: "API key" } } },
      security: [{ key: [] }],
    },
    transformObject: (given) =>
      "openapiObject" in given ? completeDocument(given.openapiObject) : given.swaggerObject,
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`) },
  });
  answerWithProblems(server);
  answerUnknownRoutes(server);
  readJsonBodies(server);
  server.addHook("onRequest", async (request) => refuseNul(request));
  server.addHook("preValidation", async (request) => convertQuery(request));
  tagObjects(server);
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  });
  observeRequests(server, options.metrics);
  registerHealth(server, options);
  closeConnectionsAsTheyFallIdle(server);
  return server;
}

const CLOSING_CHECK_MS = 100;

/**
 * Node closes the connections that are idle when closing begins. One whose request was answered before its body had come
 * to its end falls idle later, and would hold the server open until its keep-alive ends.
 */
function closeConnectionsAsTheyFallIdle(server: HttpServer): void {
  server.addHook("preClose", async () => {
    const timer = setInterval(() => server.server.closeIdleConnections(), CLOSING_CHECK_MS);
    server.server.once("close", () => clearInterval(timer));
  });
}

/** A caller's own request id is kept when it is a plain token, so that it cannot write into our logs. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** From its first byte to the last of its body: time for 100 MB at 3 Mbit/s, and an end for those who only hold connections. */
const REQUEST_MS_MAX = 300_000;

function createServer(options: HttpServerOptions): HttpServer {
  const loggerInstance: FastifyBaseLogger = options.logger;
  return fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: options.bodyBytesMax,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: "idle",
    requestTimeout: REQUEST_MS_MAX,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
    },
    ajv: { customOptions: { removeAdditional: false, allErrors: true, coerceTypes: false, keywords: ["example"] } },
  }).withTypeProvider<TypeBoxTypeProvider>();
}
