import { createHash } from "node:crypto";
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { discardBody, hashBody, isBodyRead, readBodyDigest, readRest } from "./body-digest.ts";
import { readCaller } from "./callers/authentication.ts";
import type { HttpServer } from "./http-server.ts";
import { ProblemError } from "./problem.ts";
import { type BegunRequest, createRequestLeases, type IdempotentRequest } from "./request-leases.ts";

/** A response as it was sent. */
export interface StoredResponse {
  readonly status: number;
  readonly contentType: string;
  readonly location: string | null;
  readonly body: string;
}

export type IdempotencyState =
  /** The key is new: carry the request out, then call `saveResponse` or `forgetRequest` with `attempt`. */
  | { readonly kind: "begun"; readonly attempt: string }
  | { readonly kind: "in-flight" }
  /** @property requestHash SHA-256 of the request that was carried out */
  | { readonly kind: "answered"; readonly requestHash: Buffer; readonly response: StoredResponse };

/** Stores keys and responses. */
export interface IdempotencyKeys {
  beginRequest(request: IdempotentRequest): Promise<IdempotencyState>;
  saveResponse(
    request: IdempotentRequest,
    answered: { readonly attempt: string; readonly requestHash: Buffer; readonly response: StoredResponse },
  ): Promise<void>;
  forgetRequest(request: IdempotentRequest, attempt: string): Promise<void>;
  /** A request in flight that is not renewed can be taken over after 20 s. */
  renewRequests(requests: readonly BegunRequest[]): Promise<void>;
}

declare module "fastify" {
  interface FastifyRequest {
    idempotent: BegunRequest | null;
  }
  interface FastifyContextConfig {
    /** A POST that changes nothing: its response is not stored, for the request can be repeated as it is. */
    readsOnly?: boolean;
  }
}

/** Larger responses are not stored: the repeated request is carried out again. */
const RESPONSE_CHARS_MAX = 1024 * 1024;

const header = {
  "idempotency-key": Type.Optional(
    Type.String({
      pattern: "^[\\x21-\\x7e]{1,255}$",
      description:
        "Makes it safe to repeat a request: for 24 hours, the same key with the same request gets the first response again, with the header Idempotent-Replayed. 1 to 255 printable ASCII characters, for example a UUID. 5xx responses are not stored.",
      examples: ["8e03978e-40d5-43dd-bc93-6894a57f9324"],
    }),
  ),
};

/**
 * `Idempotency-Key` on every POST that needs a key and does not only read. The same key and request get the first response, byte
 * for byte; a different request with the key gets 422, and a request while the first one is in flight gets 409. Path, query and the SHA-256 of the body's
 * raw bytes are compared. A streamed body is hashed while its handler reads it. When it is sent again, it is read whole and
 * compared; it is handled again only if the first one was not read to its end, because then no response was stored.
 */
export function addIdempotency(
  server: HttpServer,
  keys: IdempotencyKeys,
  { renewEveryMs }: { readonly renewEveryMs: number } = { renewEveryMs: RENEW_EVERY_MS },
): void {
  server.decorateRequest("idempotent", null);
  const renewRequests = (requests: readonly BegunRequest[]) => keys.renewRequests(requests);
  const leases = createRequestLeases({ renewRequests, renewEveryMs, logger: server.log });
  server.addHook("onClose", async () => leases.stop());
  server.addHook("onRoute", (route) => {
    if (route.method === "POST" && isChange(route.config))
      route.schema = { headers: Type.Object(header), ...route.schema };
  });
  server.addHook("preParsing", async (request) => {
    if (readKey(request) !== null) hashBody(request);
  });
  server.addHook("preHandler", async (request, reply) => {
    const key = readKey(request);
    if (key === null) return;
    const { organizationId } = readCaller(request);
    const identity = { organizationId, route: toRoute(request), key };
    const state = await keys.beginRequest(identity);
    if (state.kind === "in-flight") {
      reply.header("retry-after", RETRY_AFTER_S);
      throw new ProblemError("idempotency_in_flight", IN_FLIGHT);
    }
    if (state.kind === "answered") return replay(request, reply, state);
    request.idempotent = { ...identity, attempt: state.attempt };
    leases.add(request.idempotent);
  });
  server.addHook("onResponse", async (request) => {
    if (readKey(request) !== null) discardBody(request);
  });
  server.addHook("onSend", async (request, reply, payload) => {
    const { idempotent } = request;
    if (idempotent === null) return payload;
    request.idempotent = null;
    await store(keys, idempotent, { request, reply, payload });
    leases.remove(idempotent);
    return payload;
  });
}

const IN_FLIGHT =
  "A request with this Idempotency-Key is in progress. Send the same request again after the number of seconds in Retry-After: it gets the first request's response, or is carried out itself when the first one was lost.";

/** Several times within the 20 s after which a request that is not renewed can be taken over. */
const RENEW_EVERY_MS = 4000;

/** The key of a lost request is free again after at most four of these. */
const RETRY_AFTER_S = "5";

/** Keys belong to organizations: a public route has no caller to ask. */
function isChange(config: FastifyContextConfig = {}): boolean {
  return config.readsOnly !== true && config.public !== true;
}

function readKey(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  const { method, caller, is404 } = request;
  const isIdempotent = method === "POST" && isChange(request.routeOptions.config) && caller !== null && !is404;
  return isIdempotent && typeof key === "string" ? key : null;
}

async function replay(
  request: FastifyRequest,
  reply: FastifyReply,
  { requestHash, response }: Extract<IdempotencyState, { kind: "answered" }>,
): Promise<FastifyReply> {
  await readRest(request);
  if (!hashRequest(request).equals(requestHash)) {
    const detail =
      "This Idempotency-Key was used with a different path, query or body; use a new key for a new request.";
    throw new ProblemError("idempotency_key_reused", detail);
  }
  if (response.location !== null) reply.header("location", response.location);
  reply.header("idempotent-replayed", "true").status(response.status);
  return response.body === "" ? reply.send() : reply.type(response.contentType).send(response.body);
}

interface Answered {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly payload: unknown;
}

/**
 * Stores the response, or frees the key when the response cannot be stored. A failure here is only logged: the request was
 * carried out, so its response must be sent.
 */
async function store(
  keys: IdempotencyKeys,
  { attempt, ...identity }: BegunRequest,
  { request, reply, payload }: Answered,
): Promise<void> {
  const body = payload === undefined || payload === null ? "" : payload;
  const isStored = typeof body === "string" && body.length <= RESPONSE_CHARS_MAX && reply.statusCode < 500;
  try {
    if (!isStored || !isBodyRead(request)) return await keys.forgetRequest(identity, attempt);
    const location = reply.getHeader("location");
    const response = {
      status: reply.statusCode,
      contentType: String(reply.getHeader("content-type") ?? ""),
      location: location === undefined ? null : String(location),
      body,
    };
    await keys.saveResponse(identity, { attempt, requestHash: hashRequest(request), response });
  } catch (error) {
    request.log.error({ err: error }, "the response to an idempotent request was not stored");
  }
}

/** Method and path pattern. `/api/v1` and `/v1` are the same route. */
function toRoute(request: FastifyRequest): string {
  return `${request.method} ${withoutPrefix(request.routeOptions.url ?? "")}`;
}

function withoutPrefix(path: string): string {
  return path.replace(/^(\/api)?\/v1(?=\/)/, "");
}

function hashRequest(request: FastifyRequest): Buffer {
  return createHash("sha256").update(withoutPrefix(request.url)).update("\0").update(readBodyDigest(request)).digest();
}
