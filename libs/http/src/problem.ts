import { codes, type ProblemCode, problems } from "./problems.ts";

/** One invalid part of a request. */
export interface ProblemDetail {
  /** JSON pointer (RFC 6901) into the request: `/query/page`, `/body/domain`. */
  readonly pointer: string;
  readonly message: string;
}

/** A problem document (RFC 9457): thrown by handlers, sent by the server's error handler. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly code: ProblemCode;
  readonly errors: readonly ProblemDetail[];
  /** Extension members of the document (RFC 9457, section 3.2). */
  readonly extension: Readonly<Record<string, unknown>> = {};

  constructor(code: ProblemCode, detail: string, errors: readonly ProblemDetail[] = []) {
    super(detail);
    this.code = code;
    this.errors = errors;
  }
}

/** Builds the problem document for `error`. */
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
    ...error.extension,
  };
}

/** An example problem document with this status, for the documentation. */
export function toExampleProblem(status: number, path: string) {
  const code = codes.find((each) => problems[each].status === status) ?? "invalid_request";
  const error = new ProblemError(code, problems[code].meaning);
  return toProblem(error, { id: "5a1d5b0e-8f0c-4f57-9a54-0b9d8d6f3c11", path });
}
