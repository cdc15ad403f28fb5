import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { HttpServer } from "./http-server.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The response is one object: it has an `ETag`, and `If-None-Match` is answered with 304 when it is unchanged. */
    etag?: boolean;
  }
}

/**
 * Entity tags (RFC 9110, section 8.8.3) for routes with `etag: true`. A handler that streams sets the header `etag` itself, or the
 * answer has none; otherwise it is a weak tag of the text. `@fastify/etag` would tag every response, even errors and lists, and compares
 * with one tag only, although `If-None-Match` may have a list or `*`.
 */
export function addEntityTags(server: HttpServer): void {
  server.addHook("onSend", async (request, reply, payload) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!request.routeOptions.config.etag || !isRead || reply.statusCode !== 200) return payload;
    if (!reply.hasHeader("etag") && typeof payload === "string") reply.header("etag", toTag(payload));
    const condition = request.headers["if-none-match"];
    if (condition === undefined || !reply.hasHeader("etag") || !isMatched(condition, String(reply.getHeader("etag"))))
      return payload;
    if (payload instanceof Readable) payload.destroy();
    reply.status(304).removeHeader("content-type").removeHeader("content-length");
    return "";
  });
}

/** A weak tag: texts with equal tags are equal, as they are or in UTF-8. */
export function toTag(text: string | Uint8Array): string {
  return `W/"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}

/** Weak comparison (RFC 9110, section 13.1.2). */
function isMatched(condition: string, tag: string): boolean {
  const toOpaque = (text: string) => text.trim().replace(/^W\//, "");
  return condition.trim() === "*" || condition.split(",").some((each) => toOpaque(each) === toOpaque(tag));
}
