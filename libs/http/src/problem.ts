import { Type } from "typebox";

/** Every code a problem document can carry, with its status and title. Stable: clients switch on it. */
export const problems = {
  invalid_request: { status: 400, title: "The request is not valid" },
  missing_key: { status: 401, title: "No API key" },
  invalid_key: { status: 401, title: "The API key is not valid" },
  missing_scope: { status: 403, title: "The API key lacks a scope" },
  plan_required: { status: 403, title: "The plan does not include this" },
  limit_reached: { status: 409, title: "There are as many as there may be" },
  last_admin_key: { status: 409, title: "The last key that can manage keys" },
  idempotency_in_flight: { status: 409, title: "The first request with this idempotency key is still in hand" },
  idempotency_key_reused: { status: 422, title: "The idempotency key belongs to another request" },
  rate_limited: { status: 429, title: "Too many requests" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  payload_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The media type is not supported" },
  internal: { status: 500, title: "Something went wrong on our side" },
  unavailable: { status: 503, title: "Not available at the moment" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** One faulty part of a request. */
export interface ProblemDetail {
  /** JSON pointer (RFC 6901) into the request: `/query/page`, `/body/domain`. */
  readonly pointer: string;
  readonly message: string;
}

/** An answer that is a problem document (RFC 9457); thrown by handlers, written by the server's error handler. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly code: ProblemCode;
  readonly errors: readonly ProblemDetail[];

  constructor(code: ProblemCode, detail: string, errors: readonly ProblemDetail[] = []) {
    super(detail);
    this.code = code;
    this.errors = errors;
  }
}

/** The schema of a problem document, for OpenAPI. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: "Address of the documentation of this code." }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "What happened and what to do about it." }),
    instance: Type.String({ description: "Path of the request." }),
    code: Type.String({ description: "Stable name of the problem." }),
    request_id: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ pointer: Type.String(), message: Type.String() }))),
  },
  { $id: "Problem", title: "Problem" },
);

/** The body of the problem document for `error`. */
export function toProblem(error: ProblemError, request: { id: string; path: string }) {
  const { status, title } = problems[error.code];
  return {
    type: `/docs/problems#${error.code}`,
    title,
    status,
    detail: error.message,
    instance: request.path,
    code: error.code,
    request_id: request.id,
    ...(error.errors.length > 0 && { errors: error.errors }),
  };
}
