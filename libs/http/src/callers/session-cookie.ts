import type { FastifyReply, FastifyRequest } from "fastify";
import { isHttps } from "./connection.ts";

/** Browsers take a name with `__Host-` only over HTTPS, for one host, and from no other host of the site. */
export const SECURE_COOKIE = "__Host-ruaflow_session";
const PLAIN_COOKIE = "ruaflow_session";

/** A session as the browser gets it. */
export interface CookieSession {
  /** The session's secret. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * The session's secret from the request's cookie; `null` without one. Several cookies of this name, of which another program of
 * the same host may have set one, are text that is no secret.
 */
export function readSessionCookie(request: FastifyRequest): string | null {
  const prefix = `${toName(request)}=`;
  const values = (request.headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix));
  return values.length === 0 ? null : values.join().slice(prefix.length);
}

/** Lets the browser send the session with every request to this host, and keeps it from scripts and other sites. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, session: CookieSession): void {
  const maxAgeS = Math.max(0, Math.ceil((session.expiresAt.getTime() - Date.now()) / 1000));
  reply.header("set-cookie", writeCookie(request, session.token, maxAgeS));
}

export function removeSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("set-cookie", writeCookie(request, "", 0));
}

function writeCookie(request: FastifyRequest, value: string, maxAgeS: number): string {
  const secure = isHttps(request) ? "; Secure" : "";
  return `${toName(request)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeS}${secure}`;
}

function toName(request: FastifyRequest): string {
  return isHttps(request) ? SECURE_COOKIE : PLAIN_COOKIE;
}
