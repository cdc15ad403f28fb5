import { randomUUID } from "node:crypto";
import swagger from "@fastify/swagger";
import { isOutage, type Logger, type Metrics } from "@ruaflow/runtime";
import fastify, { type FastifyBaseLogger, type FastifyError, LogController } from "fastify";
import { observeRequests, registerHealth } from "./health.ts";
import type { HttpServer, ReadinessChecks, TypeBoxTypeProvider } from "./http-server.ts";
import { ProblemError, ProblemSchema, toProblem } from "./problem.ts";

export interface HttpServerOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly readiness: ReadinessChecks;
  /** Largest body of a request in bytes; a route may set its own. */
  readonly bodyBytesMax: number;
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
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`) },
  });
  answerWithProblems(server);
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  });
  observeRequests(server, options.metrics);
  registerHealth(server, options);
  return server;
}

/** A caller's own request id is kept when it is a plain token, so that it cannot write into our logs. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

function createServer(options: HttpServerOptions): HttpServer {
  const loggerInstance: FastifyBaseLogger = options.logger;
  return fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: options.bodyBytesMax,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: "idle",
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
    },
    ajv: { customOptions: { removeAdditional: false, allErrors: true, coerceTypes: true, keywords: ["example"] } },
  }).withTypeProvider<TypeBoxTypeProvider>();
}

function answerWithProblems(server: HttpServer): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblemError(error);
    if (problem.code === "internal") request.log.error({ err: error }, "request failed");
    const body = toProblem(problem, { id: request.id, path: request.url });
    if (problem.code === "unavailable") reply.header("retry-after", "5");
    return reply.status(body.status).type("application/problem+json").send(JSON.stringify(body));
  });
  server.setNotFoundHandler((request) => {
    throw new ProblemError("not_found", `There is nothing at ${request.method} ${request.url.split("?")[0]}.`);
  });
}

/** What the client is told about an error; anything we did not foresee shows nothing of the inside. */
function toProblemError(error: FastifyError): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error.validation) return toValidationProblem(error);
  if (error.statusCode === 413) return new ProblemError("payload_too_large", error.message);
  if (error.statusCode === 415) return new ProblemError("unsupported_media_type", error.message);
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ProblemError("invalid_request", error.message);
  if (isOutage(error)) {
    return new ProblemError("unavailable", "A part of the service cannot be reached; try again in a few seconds.");
  }
  return new ProblemError("internal", "The request failed on our side; it is logged under its request_id.");
}

function toValidationProblem(error: FastifyError): ProblemError {
  const place = error.validationContext === "querystring" ? "query" : (error.validationContext ?? "body");
  const errors = (error.validation ?? []).map(({ instancePath, keyword, params, message }) => {
    const named = params.additionalProperty ?? params.missingProperty;
    const pointer = `/${place}${instancePath}${named === undefined ? "" : `/${escapePointer(String(named))}`}`;
    const unknown = keyword === "additionalProperties" ? "is not known here; check its spelling" : message;
    return { pointer, message: unknown ?? "is not valid" };
  });
  const detail = errors.map(({ pointer, message }) => `${pointer} ${message}`).join("; ");
  return new ProblemError("invalid_request", `${detail}.`, errors);
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
