import { randomUUID } from "node:crypto";
import { ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { isOutage, LimitError } from "@ruaflow/runtime/errors";
import { TooManyQuestionsError } from "@ruaflow/runtime/turns";
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { HttpServer } from "./http-server.ts";
import { ProblemError, toProblem } from "./problem.ts";
import { problems } from "./problems.ts";
import { toValidationProblem } from "./validation.ts";

/** Sent with every 503. */
const RETRY_AFTER_S = "5";

/** Answers every error with a problem document (RFC 9457). */
export function answerWithProblems(server: HttpServer): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblemError(error, request);
    if (problem.code === "internal") request.log.error({ err: error }, "request failed");
    if (problem.code === "question_limit") request.log.warn({ err: error }, "a question reached a limit");
    if (problems[problem.code].status === 503) reply.header("retry-after", RETRY_AFTER_S);
    if (error instanceof TooManyQuestionsError) reply.header("retry-after", String(error.retryAfterS));
    return sendProblem(problem, request, reply);
  });
}

/** For errors before a route is chosen: a path that cannot be decoded, or a path segment that is too long. */
export function answerFrameworkError(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  sendProblem(new ProblemError("invalid_request", "The path is malformed."), request, reply);
}

function sendProblem(problem: ProblemError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = toProblem(problem, { id: request.id, path: request.url });
  if (body.status === 401) reply.header("www-authenticate", "Bearer");
  return reply.status(body.status).type("application/problem+json").send(JSON.stringify(body));
}

/** What the client learns about an error. An unexpected error reveals no internals. */
function toProblemError(error: FastifyError, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof TooManyQuestionsError)
    return new ProblemError("too_many_questions", `${error.message} Try again in ${error.retryAfterS} s.`);
  if (error.validation) return toValidationProblem(error.validation, error.validationContext ?? "body", request);
  if (error.statusCode === 413) return new ProblemError("payload_too_large", error.message);
  if (error.statusCode === 415) return new ProblemError("unsupported_media_type", error.message);
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ProblemError("invalid_request", error.message);
  if (isOutage(error)) {
    return new ProblemError("unavailable", "A part of the service is unavailable; try again in a few seconds.");
  }
  if (error instanceof LimitError) {
    return new ProblemError(
      "question_limit",
      "The answer takes more time or memory than one question may use. Ask for fewer days or domains, or page by page.",
    );
  }
  return new ProblemError("internal", "The request failed because of an internal error, logged under its request_id.");
}

/** Bytes that are not HTTP, or come too slowly, reach no route: writes a problem document to the socket and closes it. */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) return void socket.destroy();
  const problem = toProblem(toClientProblem(error), { id: randomUUID(), path: "" });
  const body = JSON.stringify(problem);
  const head = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: application/problem+json\r\nx-request-id: ${problem.request_id}`;
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
}

/** Whether another answer has begun, or is due to an earlier request: a problem would be taken for it, or for a part of it. */
function isAnswering(socket: Socket): boolean {
  const response: unknown = Reflect.get(socket, "_httpMessage");
  return response instanceof ServerResponse && (response.headersSent || response.req.complete);
}

function toClientProblem({ code }: ConnectionError): ProblemError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new ProblemError("too_slow", "The request did not arrive in time.");
  return new ProblemError("invalid_request", "The request is not valid HTTP, or its headers are too large.");
}
