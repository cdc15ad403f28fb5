import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { readCaller } from "./authentication.ts";
import { isBodyRead, letBodyGo, readBodyDigest, readRest, watchBody } from "./body-digest.ts";
import type { HttpServer } from "./http-server.ts";
import { ProblemError } from "./problem.ts";
import { type BegunRequest, createRequestLeases } from "./request-leases.ts";

/** What names a request: the same key on another route, or of another organization, is another one. */
export interface IdempotentRequest {
  readonly organizationId: string;
  /** Method and path pattern, without the prefix. */
  readonly route: string;
  readonly key: string;
}

/** An answer as it was given. */
export interface KeptAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly location: string | null;
  readonly body: string;
}

export type IdempotencyState =
  /** Nobody had this key: carry the request out, then call `saveAnswer` or `forgetRequest` with `attempt`. */
  | { readonly kind: "begun"; readonly attempt: string }
  | { readonly kind: "in-flight" }
  /** @property requestHash SHA-256 of the request that was carried out */
  | { readonly kind: "answered"; readonly requestHash: Buffer; readonly answer: KeptAnswer };

/** Where keys and answers are kept. */
export interface IdempotencyKeys {
  beginRequest(request: IdempotentRequest): Promise<IdempotencyState>;
  saveAnswer(
    request: IdempotentRequest,
    kept: { readonly attempt: string; readonly requestHash: Buffer; readonly answer: KeptAnswer },
  ): Promise<void>;
  forgetRequest(request: IdempotentRequest, attempt: string): Promise<void>;
  /** Without it, a request in hand may be taken over after 20 s. */
  renewRequests(requests: readonly BegunRequest[]): Promise<void>;
}

declare module "fastify" {
  interface FastifyRequest {
    idempotent: BegunRequest | null;
  }
}

/** Answers larger than this are not kept: the request is carried out again. */
const ANSWER_CHARS_MAX = 1024 * 1024;

const header = {
  "idempotency-key": Type.Optional(
    Type.String({
      pattern: "^[\\x21-\\x7e]{1,255}$",
      description:
        "Makes a repeated request safe: for 24 hours the same key with the same request gets the first answer again, with the header Idempotent-Replayed. 1 to 255 printable ASCII characters; a UUID is a good one. Answers of 5xx are not kept.",
      examples: ["8e03978e-40d5-43dd-bc93-6894a57f9324"],
    }),
  ),
};

/**
 * `Idempotency-Key` on every POST: the same key and request get the first answer, byte for byte; another request with
 * this key 422, and one while the first is in hand 409. What is compared: path, query and the SHA-256 of the body's raw
 * bytes. A body that its handler streams is hashed on its way; when it comes again it is read whole and compared, and
 * handled only if its first coming was not read to its end (then nothing was kept of it).
 */
export function keepAnswers(
  server: HttpServer,
  keys: IdempotencyKeys,
  { renewEveryMs }: { readonly renewEveryMs: number } = { renewEveryMs: RENEW_EVERY_MS },
): void {
  server.decorateRequest("idempotent", null);
  const renewRequests = (requests: readonly BegunRequest[]) => keys.renewRequests(requests);
  const leases = createRequestLeases({ renewRequests, renewEveryMs, logger: server.log });
  server.addHook("onClose", async () => leases.stop());
  server.addHook("onRoute", (route) => {
    if (route.method === "POST") route.schema = { headers: Type.Object(header), ...route.schema };
  });
  server.addHook("preParsing", async (request) => {
    if (readKey(request) !== null) watchBody(request);
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
    if (readKey(request) !== null) letBodyGo(request);
  });
  server.addHook("onSend", async (request, reply, payload) => {
    const { idempotent } = request;
    if (idempotent === null) return payload;
    request.idempotent = null;
    await keep(keys, idempotent, { request, reply, payload });
    leases.remove(idempotent);
    return payload;
  });
}

const IN_FLIGHT =
  "A request with this Idempotency-Key is being carried out. Send the same request again after as many seconds as Retry-After says: it gets the first one's answer, or is carried out itself when the first one was lost.";

/** Several within the 20 s for which a request stays in hand without being renewed. */
const RENEW_EVERY_MS = 4000;

/** A lost request is free again after four of these at most. */
const RETRY_AFTER_S = "5";

function readKey(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  const isKept = request.method === "POST" && request.caller !== null && !request.is404;
  return isKept && typeof key === "string" ? key : null;
}

async function replay(
  request: FastifyRequest,
  reply: FastifyReply,
  { requestHash, answer }: Extract<IdempotencyState, { kind: "answered" }>,
): Promise<FastifyReply> {
  await readRest(request);
  if (!hashRequest(request).equals(requestHash)) {
    const detail = "This Idempotency-Key was used with another path, query or body; use a new key for a new request.";
    throw new ProblemError("idempotency_key_reused", detail);
  }
  if (answer.location !== null) reply.header("location", answer.location);
  reply.header("idempotent-replayed", "true").status(answer.status);
  return answer.body === "" ? reply.send() : reply.type(answer.contentType).send(answer.body);
}

interface Answered {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly payload: unknown;
}

/** What cannot be kept is forgotten. A store that fails here must not take back what was done: the answer goes out. */
async function keep(
  keys: IdempotencyKeys,
  { attempt, ...identity }: BegunRequest,
  { request, reply, payload }: Answered,
): Promise<void> {
  const body = payload === undefined || payload === null ? "" : payload;
  const isKept = typeof body === "string" && body.length <= ANSWER_CHARS_MAX && reply.statusCode < 500;
  try {
    if (!isKept || !isBodyRead(request)) return await keys.forgetRequest(identity, attempt);
    const location = reply.getHeader("location");
    const answer = {
      status: reply.statusCode,
      contentType: String(reply.getHeader("content-type") ?? ""),
      location: location === undefined ? null : String(location),
      body,
    };
    await keys.saveAnswer(identity, { attempt, requestHash: hashRequest(request), answer });
  } catch (error) {
    request.log.error({ err: error }, "the answer to an idempotent request was not kept");
  }
}

/** Method and path pattern: both forms of a path (`/api/v1` and `/v1`) are the same. */
function toRoute(request: FastifyRequest): string {
  return `${request.method} ${withoutPrefix(request.routeOptions.url ?? "")}`;
}

function withoutPrefix(path: string): string {
  return path.replace(/^(\/api)?\/v1(?=\/)/, "");
}

function hashRequest(request: FastifyRequest): Buffer {
  return createHash("sha256").update(withoutPrefix(request.url)).update("\0").update(readBodyDigest(request)).digest();
}
