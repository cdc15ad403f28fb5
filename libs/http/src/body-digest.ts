import { createHash, type Hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { ProblemError } from "./problem.ts";

/** SHA-256 of the bytes read so far of each hashed body. */
const digests = new WeakMap<FastifyRequest, Hash>();

/**
 * Hashes the body's raw bytes while a handler reads them. The stream stays paused until the handler iterates, pipes or
 * listens.
 */
export function hashBody(request: FastifyRequest): void {
  const hash = createHash("sha256");
  digests.set(request, hash);
  request.raw.on("data", (chunk: Buffer) => hash.update(chunk));
  request.raw.pause();
}

/** Discards the unread rest: otherwise a hashed body stays paused, and with it the connection. */
export function discardBody({ raw }: FastifyRequest): void {
  if (!raw.readableEnded) raw.removeAllListeners("data").resume();
}

/** True when the request has no body, or the body was read to its end. */
export function isBodyRead({ raw, headers }: FastifyRequest): boolean {
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  return raw.readableEnded || !hasBody;
}

/** The digest of a hashed body that was read to its end. */
export function readBodyDigest(request: FastifyRequest): Buffer {
  return digests.get(request)?.copy().digest() ?? Buffer.alloc(0);
}

/**
 * Reads the rest of a body that no handler reads, up to the route's limit.
 * @throws {ProblemError} payload_too_large
 */
export async function readRest(request: FastifyRequest): Promise<void> {
  if (isBodyRead(request)) return;
  let bytes = 0;
  // Destroying the request would close the connection before the response is sent.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > request.routeOptions.bodyLimit) throw new ProblemError("payload_too_large", "The body is too large.");
  }
}
