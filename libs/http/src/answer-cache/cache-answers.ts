import { pipeline, Readable, Transform } from "node:stream";
import { zstdDecompressSync } from "node:zlib";
import { compressToCache } from "@ruaflow/runtime/compress";
import { type CacheKey, createFairCache, toCacheKey } from "@ruaflow/runtime/fair-cache";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readCaller } from "../callers/authentication.ts";
import { toTag } from "../etags.ts";
import type { HttpServer } from "../http-server.ts";

/** What the answer of a question derives from, as of one moment. */
export interface AnswerState {
  /** Equal texts: the same question has the same answer. */
  readonly version: string;
  /** False: an answer that is computed now may not be cached. */
  readonly isSettled: boolean;
}

/** A question of a route whose answers are cached. */
export interface AskedQuestion {
  readonly organizationId: string;
  /** As the route has it in its configuration. */
  readonly cached: true | string;
  readonly query: unknown;
  /** What a POST asks. */
  readonly body: unknown;
}

/** Reads the state as it is when it is called, or later. */
export type ReadAnswerState = (question: AskedQuestion) => Promise<AnswerState>;

declare module "fastify" {
  interface FastifyRequest {
    caching: Caching | null;
  }
  interface FastifyContextConfig {
    /**
     * Its answers as JSON are cached, and equal questions are answered once. They depend on nothing but state, URL and body. A text says of
     * what kind they are, for reading their state.
     */
    cached?: boolean | string;
  }
}

/** An answer as it was sent. */
interface CachedAnswer {
  /** Of what it derives from. */
  readonly version: string;
  /** Its text, compressed. */
  readonly body: Uint8Array;
  readonly etag: string;
  /** Its header `Link`. */
  readonly link: string | null;
}

/** A question whose answer will be cached. */
interface Caching {
  readonly key: CacheKey;
  readonly question: AskedQuestion;
  readonly version: string;
  /** `null`: who waits has to compute an answer of its own. */
  readonly settle: (answer: CachedAnswer | null) => void;
}

/** As it is, or in UTF-8. */
type Text = string | Uint8Array;

const MIB = 2 ** 20;
const LIMITS = { all: 16 * MIB, owner: 4 * MIB };
const ANSWER_CHARS_MAX = MIB;

/**
 * Caches the answers of routes with `cached: true` in memory, as long as what they derive from has not changed. An answer is cached when the
 * state was the same, and settled, before and after it was computed: what changed in between may be in it, or not.
 */
export function cacheAnswers(server: HttpServer, readState: ReadAnswerState): void {
  const cache = createFairCache<CachedAnswer>({ ...LIMITS, sizeOf: toBytes });
  const computing = new Map<string, Promise<CachedAnswer | null>>();
  server.decorateRequest("caching", null);

  function begin(name: string, of: Omit<Caching, "settle">): Caching {
    const { promise, resolve } = Promise.withResolvers<CachedAnswer | null>();
    computing.set(name, promise);
    const settle = (answer: CachedAnswer | null) => {
      computing.delete(name);
      resolve(answer);
    };
    return { ...of, settle };
  }

  /** Returns the answer if it is cached. */
  async function save({ key, question, version }: Caching, text: Text, link: unknown): Promise<CachedAnswer | null> {
    const state = await readState(question);
    if (!state.isSettled || state.version !== version) return null;
    const body = compressToCache(text);
    const answer = { version, body, etag: toTag(text), link: link === undefined ? null : String(link) };
    cache.save(key, answer);
    return answer;
  }

  server.addHook("preHandler", async (request, reply) => {
    const { query, body, routeOptions } = request;
    const { cached, isExport } = routeOptions.config;
    if (!cached || request.method === "HEAD" || isExport?.(request)) return;
    const key = toKey(request);
    const question = { organizationId: key.owner, cached, query, body };
    const { version, isSettled } = await readState(question);
    const answer = cache.find(key);
    if (answer?.version === version) return send(reply, answer);
    if (!isSettled) return;
    const name = `${key.owner} ${key.name} ${version}`;
    const shared = computing.get(name);
    if (shared === undefined) request.caching = begin(name, { key, question, version });
    else {
      const found = await shared;
      if (found !== null) return send(reply, found);
    }
  });

  server.addHook("onSend", async (request, reply, payload) => {
    const { caching } = request;
    if (caching === null) return payload;
    request.caching = null;
    const link = reply.getHeader("link");
    const isText = reply.statusCode === 200 && typeof payload === "string" && payload.length <= ANSWER_CHARS_MAX;
    // An answer that cannot be cached is sent all the same.
    const answer = isText ? await save(caching, payload, link).catch(() => null) : null;
    caching.settle(answer);
    if (answer !== null) reply.header("etag", answer.etag);
    if (reply.statusCode !== 200 || !(payload instanceof Readable)) return payload;
    return collect(payload, (text) => void save(caching, text, link).catch(() => null));
  });
}

function send(reply: FastifyReply, { body, etag, link }: CachedAnswer): FastifyReply {
  if (link !== null) reply.header("link", link);
  // As bytes: as a string, a list of 300 KB would be read from UTF-8 and written to it again, which takes 0.5 ms.
  return reply.header("etag", etag).type("application/json; charset=utf-8").send(zstdDecompressSync(body));
}

/** Whose proof counts, and how far a shared link reaches, come with the caller: the same URL has other answers. */
function toKey(request: FastifyRequest): CacheKey {
  const { organizationId, countUnauthenticated, reach } = readCaller(request);
  return toCacheKey(organizationId, [countUnauthenticated, reach, request.method, request.url, request.body]);
}

/** A character counts two bytes. */
function toBytes({ version, body, etag, link }: CachedAnswer): number {
  return body.length + 2 * (version.length + etag.length + (link?.length ?? 0));
}

/** The same stream, whose text is handed over once it has been sent, unless it is too long. */
function collect(stream: Readable, onText: (text: Text) => void): Readable {
  let chunks: Buffer[] = [];
  let bytes = 0;
  const collecting = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes <= ANSWER_CHARS_MAX) chunks.push(chunk);
      else chunks = [];
      done(null, chunk);
    },
    flush(done) {
      if (bytes <= ANSWER_CHARS_MAX) onText(Buffer.concat(chunks));
      done();
    },
  });
  return pipeline(stream, collecting, () => undefined);
}
