import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "../problem.ts";
import type { Caller } from "./caller.ts";
import { isPrivate, requirePrivate } from "./connection.ts";
import { readSessionCookie, removeSessionCookie, setSessionCookie } from "./session-cookie.ts";

interface FoundSession {
  readonly key: Caller;
  readonly expiresAt: Date;
  /** Whether the browser must learn of a later end. */
  readonly isRenewed: boolean;
}

/** A session and the key that it is bound to; `null` for an unknown one, or one that has ended. */
export type FindSession<Found extends FoundSession = FoundSession> = (token: string) => Promise<Found | null>;

/** The session of a request. */
export interface RequestSession {
  readonly caller: Caller;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * The session of the request's cookie. `null` without one, also when the cookie does not count: for it came over a connection
 * that others can read, or with a request that another site has caused.
 */
export async function findRequestSession<Found extends FoundSession>(
  request: FastifyRequest,
  reply: FastifyReply,
  find: FindSession<Found>,
): Promise<(RequestSession & { readonly found: Found }) | null> {
  const token = readSessionCookie(request);
  if (token === null || isForeign(request) || !isPrivate(request)) return null;
  const found = await find(token);
  if (found === null) {
    removeSessionCookie(request, reply);
    return null;
  }
  const { key, expiresAt, isRenewed } = found;
  if (isRenewed) setSessionCookie(request, reply, { token, expiresAt });
  return { caller: key, token, expiresAt, found };
}

/**
 * The caller of a request that has a session's cookie, and for a change also its CSRF token; `null` without a cookie. Guesses are
 * not counted as invalid keys are: nothing of 256 bits is guessed, and an open page must not use up its network's limit.
 *
 * @throws {ProblemError} https_required, session_expired, csrf_token_required
 */
export async function authenticateBySession(
  request: FastifyRequest,
  reply: FastifyReply,
  find: FindSession,
): Promise<Caller | null> {
  if (readSessionCookie(request) === null || isForeign(request)) return null;
  requirePrivate(request);
  const session = await findRequestSession(request, reply, find);
  if (session === null) throw new ProblemError("session_expired", "The session has ended; sign in again.");
  if (request.method !== "GET" && request.method !== "HEAD") requireCsrfToken(request, session);
  // The same URL has another answer after another sign-in.
  reply.header("cache-control", "private, no-cache");
  return session.caller;
}

/** Proves that a page of this origin sent the request: others cannot read it. Derived, so that it need not be kept. */
export function toCsrfToken({ token }: Pick<RequestSession, "token">): string {
  return hash("sha256", `ruaflow csrf token ${token}`, "base64url");
}

/** @throws {ProblemError} csrf_token_required, unless the request has the session's CSRF token */
export function requireCsrfToken(request: FastifyRequest, session: Pick<RequestSession, "token">): void {
  const expected = Buffer.from(toCsrfToken(session));
  const presented = Buffer.from(String(request.headers["x-csrf-token"] ?? ""));
  if (presented.length === expected.length && timingSafeEqual(presented, expected)) return;
  throw new ProblemError(
    "csrf_token_required",
    "A signed-in browser must send the session's csrf_token in the header X-CSRF-Token to change anything.",
  );
}

/** Browsers say so themselves. Another port or subdomain is the same site, and its requests have the cookie. */
function isForeign({ headers }: FastifyRequest): boolean {
  return headers["sec-fetch-site"] === "cross-site" || headers["sec-fetch-site"] === "same-site";
}
