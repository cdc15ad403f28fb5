import { askAs } from "@ruaflow/runtime/asker";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { HttpServer } from "../http-server.ts";
import { ProblemError } from "../problem.ts";
import type { Caller } from "./caller.ts";
import type { RateLimits } from "./rate-limits.ts";
import { authenticateBySession, type FindSession } from "./sessions.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Needs no API key. */
    public?: boolean;
    /** The scope that the key must have; when several are given, one of them. */
    scope?: string | readonly string[];
  }
}

export interface Authentication {
  /** The owner of a key; `null` for one that is not valid. */
  readonly findKey: (presented: string) => Promise<Caller | null>;
  /** Absent: cookies do not count. */
  readonly findSession?: FindSession;
  /** Whether a shared link may send the request. Absent: it may send none. */
  readonly isShared?: (request: FastifyRequest) => boolean;
  /** Absent: no limits. */
  readonly rateLimits?: RateLimits | undefined;
}

/**
 * Requires `Authorization: Bearer <API key>`, or the cookie of a session, on every route that is not public, and the route's
 * scope. A key counts before the cookie. Unknown, expired and revoked keys get the same answer. A valid key is never
 * refused because of invalid keys from the same address.
 */
export function authenticateCallers(server: HttpServer, authentication: Authentication): void {
  const { rateLimits } = authentication;
  server.decorateRequest("caller", null);
  server.addHook("onRequest", async (request, reply) => {
    const { config } = request.routeOptions;
    if (config.public || request.is404) return;
    const caller = await authenticate(request, reply, authentication);
    request.caller = caller;
    rateLimits?.takeRequest(request, reply, caller);
    requireScope(caller, config.scope);
    if (caller.reach !== undefined && !authentication.isShared?.(request)) throw notShared();
  });
  // Once the body has been read: what reads it runs in a context of its own.
  server.addHook("preValidation", ({ caller }, _reply, done) => {
    if (caller === null) done();
    else askAs({ organization: caller.organizationId, caller: caller.keyId }, done);
  });
}

async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { findKey, findSession, rateLimits }: Authentication,
): Promise<Caller> {
  const isKeySent = /^Bearer\b/i.test(request.headers.authorization ?? "");
  const signedIn = findSession && !isKeySent ? await authenticateBySession(request, reply, findSession) : null;
  if (signedIn) return signedIn;
  const caller = await findKey(readBearer(request));
  if (caller) return caller;
  rateLimits?.takeInvalidKey(request, reply);
  throw new ProblemError("invalid_key", "The API key is unknown, expired or revoked.");
}

function requireScope({ scopes }: Caller, required: string | readonly string[] = []): void {
  const sufficient = [required].flat();
  if (sufficient.length === 0 || sufficient.some((scope) => scopes.includes(scope))) return;
  throw new ProblemError("missing_scope", `This needs a key with the scope ${sufficient.join(" or ")}.`);
}

function notShared(): ProblemError {
  return new ProblemError("not_shared", "The shared link does not include this. Ask the person who sent it to you.");
}

/** The caller of an authenticated route. */
export function readCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw new ProblemError("missing_key", "This needs an API key.");
  return request.caller;
}

function readBearer(request: FastifyRequest): string {
  const header = request.headers.authorization;
  const presented = header?.match(/^Bearer +(\S{1,200})$/i)?.[1];
  if (presented) return presented;
  const found =
    header === undefined ? "There is no Authorization header" : "The Authorization header is not a bearer key";
  throw new ProblemError("missing_key", `${found}; send "Authorization: Bearer ruaflow_...".`);
}
