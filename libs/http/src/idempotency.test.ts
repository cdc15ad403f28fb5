import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HttpServer } from "./http-server.ts";
import { addIdempotency, type IdempotencyKeys, type IdempotencyState } from "./idempotency.ts";
import { createTestServer } from "./testing/start-server.ts";

let server: HttpServer;
let url: string;
let carriedOut = 0;
let finishSlow: (() => void) | null = null;
let unique = 0;
/** Keys whose lease was renewed, in order. */
const renewed: string[] = [];

function carryOut(): number {
  carriedOut += 1;
  return carriedOut;
}

/** Stores keys in memory. The metadata store stores them in PostgreSQL and has its own tests. */
function createKeys(): IdempotencyKeys {
  const states = new Map<string, IdempotencyState>();
  const toName = (request: object) => JSON.stringify(request);
  return {
    async beginRequest(request) {
      const state = states.get(toName(request));
      states.set(toName(request), state ?? { kind: "in-flight" });
      return state ?? { kind: "begun", attempt: "1" };
    },
    async saveResponse(request, { requestHash, response }) {
      states.set(toName(request), { kind: "answered", requestHash, response });
    },
    async forgetRequest(request) {
      states.delete(toName(request));
    },
    async renewRequests(requests) {
      renewed.push(...requests.map(({ key }) => key));
    },
  };
}

beforeAll(async () => {
  server = await createTestServer();
  addIdempotency(server, createKeys(), { renewEveryMs: 20 });
  for (const prefix of ["/api/v1", "/v1"]) await server.register(async (scope) => addRoutes(scope), { prefix });
  url = await server.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(() => server.close());

async function addRoutes(scope: HttpServer): Promise<void> {
  scope.post("/things", async (_request, reply) => {
    carriedOut += 1;
    return reply.status(201).header("location", `/things/${carriedOut}`).send({ number: carriedOut });
  });
  scope.post("/things/:id/verify", async () => ({ number: carryOut() }));
  scope.post("/slow", async () => {
    await new Promise<void>((resolve) => {
      finishSlow = resolve;
    });
    return { number: carryOut() };
  });
  scope.post("/failing/:status", async (request, reply) => {
    carriedOut += 1;
    const { status } = request.params as { status: string };
    return reply.status(Number(status)).send({ number: carriedOut });
  });
  scope.post("/nothing", async (_request, reply) => {
    carriedOut += 1;
    return reply.status(204).send();
  });
  scope.put("/things", async () => ({ number: carryOut() }));
  await scope.register(async (streamed: HttpServer) => {
    streamed.removeAllContentTypeParsers();
    streamed.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    streamed.post("/uploads", { bodyLimit: 100_000 }, async (request) => {
      carriedOut += 1;
      let bytes = 0;
      for await (const chunk of request.body as Readable) bytes += chunk.length;
      return { number: carriedOut, bytes };
    });
    streamed.post("/half", async () => ({ number: carryOut() }));
  });
}

interface Asked {
  readonly key?: string;
  readonly body?: object | string;
  readonly headers?: Record<string, string>;
  readonly bearer?: string;
  readonly method?: "POST" | "PUT";
}

async function ask(path: string, { key, body, headers, bearer = "good", method = "POST" }: Asked = {}) {
  const sent = { authorization: `Bearer ${bearer}`, ...(key !== undefined && { "idempotency-key": key }), ...headers };
  const response = await server.inject({
    method,
    url: path,
    headers: sent,
    ...(body !== undefined && { payload: body }),
  });
  return { status: response.statusCode, text: response.payload, headers: response.headers };
}

const createKey = () => `key-${unique++}`;

test("a repeated request gets the first response byte for byte and is not carried out again", async () => {
  const key = createKey();
  const first = await ask("/api/v1/things", { key, body: { a: 1 } });
  const before = carriedOut;
  const again = await ask("/v1/things", { key, body: { a: 1 } });
  expect(carriedOut).toBe(before);
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers).toMatchObject({ "idempotent-replayed": "true", location: first.headers.location });
  expect(again.headers["content-type"]).toBe(first.headers["content-type"]);
  expect(first.headers["idempotent-replayed"]).toBeUndefined();
});

test("every request without a key is carried out, and a PUT ignores the key", async () => {
  expect((await ask("/v1/things", { body: {} })).text).not.toBe((await ask("/v1/things", { body: {} })).text);
  const key = createKey();
  const put = () => ask("/v1/things", { key, method: "PUT", body: {} });
  expect((await put()).text).not.toBe((await put()).text);
});

test("another body, query or path with the same key is 422; another organization has its own keys", async () => {
  const key = createKey();
  await ask("/v1/things", { key, body: { a: 1 } });
  for (const changed of [
    await ask("/v1/things", { key, body: { a: 2 } }),
    await ask("/v1/things", { key, body: '{ "a":1}', headers: { "content-type": "application/json" } }),
    await ask("/v1/things?x=1", { key, body: { a: 1 } }),
    await ask("/v1/things", { key }),
  ]) {
    expect([changed.status, JSON.parse(changed.text).code]).toEqual([422, "idempotency_key_reused"]);
  }
  expect((await ask("/v1/things", { key, body: { a: 2 }, bearer: "good-2" })).status).toBe(201);
  const verifyKey = createKey();
  expect((await ask("/v1/things/1/verify", { key: verifyKey })).status).toBe(200);
  expect((await ask("/v1/things/1/verify", { key: verifyKey })).headers["idempotent-replayed"]).toBe("true");
  expect((await ask("/v1/things/2/verify", { key: verifyKey })).status).toBe(422);
});

test("while the first request is in flight, the second is 409; then it gets the response", async () => {
  const key = createKey();
  const first = ask("/v1/slow", { key });
  await expect.poll(() => finishSlow).not.toBeNull();
  const second = await ask("/v1/slow", { key });
  expect([second.status, JSON.parse(second.text).code]).toEqual([409, "idempotency_in_flight"]);
  expect(second.headers["retry-after"]).toBe("5");
  expect(JSON.parse(second.text).detail).toMatch(/Send the same request again/);
  finishSlow?.();
  expect((await ask("/v1/slow", { key })).text).toBe((await first).text);
});

test("the lease of a request is renewed while it is in flight, and not after its response", async () => {
  const key = createKey();
  const countRenewals = () => renewed.filter((each) => each === key).length;
  const first = ask("/v1/slow", { key });
  await expect.poll(countRenewals).toBeGreaterThan(2);
  finishSlow?.();
  expect((await first).status).toBe(200);
  const renewals = countRenewals();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(countRenewals()).toBe(renewals);
});

test.for([400, 404, 409, 422])("a response with %d is stored", async (status) => {
  const key = createKey();
  const first = await ask(`/v1/failing/${status}`, { key });
  expect((await ask(`/v1/failing/${status}`, { key })).text).toBe(first.text);
});

test.for([500, 503])("a response with %d is not stored", async (status) => {
  const key = createKey();
  const first = await ask(`/v1/failing/${status}`, { key });
  expect((await ask(`/v1/failing/${status}`, { key })).text).not.toBe(first.text);
});

test("a response without a body is stored too", async () => {
  const key = createKey();
  await ask("/v1/nothing", { key });
  const before = carriedOut;
  const again = await ask("/v1/nothing", { key });
  expect([again.status, again.text, again.headers["idempotent-replayed"], carriedOut]).toEqual([
    204,
    "",
    "true",
    before,
  ]);
});

test.for(["", " ", "two words", "x".repeat(256), "ümlaut"])("the key %j is refused", async (key) => {
  const { status, text } = await ask("/v1/things", { key, body: {} });
  expect([status, JSON.parse(text).errors[0].pointer]).toEqual([400, "/headers/idempotency-key"]);
});

/** Uploads over a connection, as a stream of unknown length or as one piece of known length. */
async function upload(
  path: string,
  { key, bytes, isStream = true }: { key: string; bytes: number; isStream?: boolean },
) {
  const pieces = Array.from({ length: bytes / 1000 }, () => Buffer.alloc(1000, "x"));
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: "Bearer good", "idempotency-key": key, "content-type": "application/octet-stream" },
    body: isStream ? ReadableStream.from(pieces) : Buffer.concat(pieces),
    duplex: "half",
  });
  return {
    status: response.status,
    text: await response.text(),
    isReplayed: response.headers.has("idempotent-replayed"),
  };
}

test.for([true, false])(
  "an upload is hashed while it is read: the same bytes get the first response (stream: %s)",
  async (isStream) => {
    const key = createKey();
    const first = await upload("/v1/uploads", { key, bytes: 50_000, isStream });
    expect(JSON.parse(first.text).bytes).toBe(50_000);
    const before = carriedOut;
    const again = await upload("/v1/uploads", { key, bytes: 50_000, isStream: !isStream });
    expect([again.text, again.isReplayed, carriedOut]).toEqual([first.text, true, before]);
    expect((await upload("/v1/uploads", { key, bytes: 51_000, isStream })).status).toBe(422);
    expect((await upload("/v1/uploads", { key, bytes: 0, isStream })).status).toBe(422);
  },
);

test("a repeated upload is read only up to the route's limit", async () => {
  const key = createKey();
  await upload("/v1/uploads", { key, bytes: 1000 });
  expect((await upload("/v1/uploads", { key, bytes: 200_000 })).status).toBe(413);
});

test("an upload that was not read to its end is carried out again", async () => {
  const key = createKey();
  const first = await upload("/v1/half", { key, bytes: 2_000_000, isStream: false });
  const again = await upload("/v1/half", { key, bytes: 2_000_000, isStream: false });
  expect(again.text).not.toBe(first.text);
});

test("the header is in the document of every POST", async () => {
  const { paths = {} } = server.swagger();
  expect(JSON.stringify(paths["/v1/things"]?.post)).toContain("idempotency-key");
  expect(JSON.stringify(paths["/v1/things"]?.put)).not.toContain("idempotency-key");
});
