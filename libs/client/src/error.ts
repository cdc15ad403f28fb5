/** One invalid part of a request. */
export interface FaultyPart {
  /** JSON pointer (RFC 6901) into the request: `/query/page`, `/body/domain`. */
  readonly pointer: string;
  readonly message: string;
}

export interface ErrorFacts {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** A code from `/docs/problems`; without a response `network_error` or `timeout`. */
  readonly code: string;
  readonly detail: string;
  /** Identifies the request in the service's log. */
  readonly requestId: string | null;
  readonly errors: readonly FaultyPart[];
  /** The delay that the service requests, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** The whole problem document: some codes have further members. Empty without a problem document. */
  readonly problem: Readonly<Record<string, unknown>>;
}

/** An unsuccessful response, or no response. */
export class RuaflowError extends Error implements ErrorFacts {
  override readonly name = "RuaflowError";
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly errors: readonly FaultyPart[];
  readonly retryAfterMs: number | null;
  readonly problem: Readonly<Record<string, unknown>>;

  constructor({ status, code, detail, requestId, errors, retryAfterMs, problem }: ErrorFacts, cause?: unknown) {
    super(`${code}: ${detail}${requestId === null ? "" : ` (request ${requestId})`}`, { cause });
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs;
    this.problem = problem;
  }
}

/** Turns a response into an error. A response without a problem document, from a proxy for example, keeps its status. */
export async function readError(response: Response): Promise<RuaflowError> {
  const problem = parseProblem(await response.text());
  return new RuaflowError({
    status: response.status,
    code: toText(problem.code) ?? `http_${response.status}`,
    detail: toText(problem.detail) ?? `The response was ${response.status} ${response.statusText}`.trim(),
    requestId: response.headers.get("x-request-id"),
    errors: Array.isArray(problem.errors) ? problem.errors.filter(isFaultyPart) : [],
    retryAfterMs: readRetryAfter(response.headers.get("retry-after")),
    problem,
  });
}

export function toNetworkError(cause: unknown): RuaflowError {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new RuaflowError({ ...NO_RESPONSE, code: "network_error", detail }, cause);
}

export function toTimeout(timeoutMs: number): RuaflowError {
  return new RuaflowError({ ...NO_RESPONSE, code: "timeout", detail: `No response within ${timeoutMs} ms.` });
}

const NO_RESPONSE = { status: 0, requestId: null, errors: [], retryAfterMs: null, problem: {} };

function parseProblem(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/** Parses seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(text: string | null): number | null {
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function isFaultyPart(value: unknown): value is FaultyPart {
  return isObject(value) && typeof value.pointer === "string" && typeof value.message === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
