import { createHash, type Hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { ProblemError } from "./problem.ts";

/** SHA-256 of the bytes that have been read of each watched body. */
const digests = new WeakMap<FastifyRequest, Hash>();

/**
 * Hashes the body's raw bytes while somebody else reads them. The stream stays paused: it flows when its reader, who may
 * iterate, pipe or listen, makes it.
 */
export function watchBody(request: FastifyRequest): void {
  const hash = createHash("sha256");
  digests.set(request, hash);
  request.raw.on("data", (chunk: Buffer) => hash.update(chunk));
  request.raw.pause();
}

/** Lets what nobody has read flow off: a watched body stays paused otherwise, and so does its connection. */
export function letBodyGo({ raw }: FastifyRequest): void {
  if (!raw.readableEnded) raw.removeAllListeners("data").resume();
}

/** True when there is no body, or when it was read to its end. */
export function isBodyRead({ raw, headers }: FastifyRequest): boolean {
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  return raw.readableEnded || !hasBody;
}

/** Of a watched body that was read to its end. */
export function readBodyDigest(request: FastifyRequest): Buffer {
  return digests.get(request)?.copy().digest() ?? Buffer.alloc(0);
}

/**
 * Reads what no handler has read, up to the route's limit.
 * @throws {ProblemError} payload_too_large
 */
export async function readRest(request: FastifyRequest): Promise<void> {
  if (isBodyRead(request)) return;
  let bytes = 0;
  // Destroying the request would take the connection with it, and the answer.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > request.routeOptions.bodyLimit) throw new ProblemError("payload_too_large", "The body is too large.");
  }
}
