import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { readAsker } from "@ruaflow/runtime/asker";
import { OutageError } from "@ruaflow/runtime/errors";
import { TooManyQuestionsError } from "@ruaflow/runtime/turns";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUBLIC } from "./health.ts";
import type { HttpServer } from "./http-server.ts";
import { DescribedValues } from "./openapi/described-values.ts";
import { ProblemError } from "./problem.ts";
import { type ProblemCode, problems } from "./problems.ts";
import { createTestServer } from "./testing/start-server.ts";

const authorization = "Bearer good";
const strict = { additionalProperties: false };

let server: HttpServer;
let baseUrl: string;

beforeAll(async () => {
  server = await createTestServer();
  server.get("/throw/:code", async (request) => {
    const { code } = request.params as { code: ProblemCode };
    throw new ProblemError(code, "What happened.");
  });
  server.get("/bug", async () => {
    throw new Error("the password is hunter2");
  });
  server.get("/outage", async () => {
    throw new OutageError("The store at 10.0.0.1", new Error("refused"));
  });
  server.get("/crowded", async () => {
    throw new TooManyQuestionsError(7);
  });
  server.post("/asker", async () => readAsker());
  server.get("/scoped", { config: { scope: "write" } }, async () => "never");
  const query = { page: Type.Integer({ minimum: 1, default: 1 }), deep: Type.Optional(Type.Boolean()) };
  server.get("/query", { schema: { querystring: Type.Object(query, strict) } }, async ({ query }) => query);
  const body = {
    name: Type.String(),
    count: Type.Optional(Type.Integer()),
    kind: Type.Optional(DescribedValues({ a: "The first.", b: "The second." })),
  };
  server.post("/body", { schema: { body: Type.Object(body, strict) } }, async ({ body }) => body);
  server.post("/throw/batch", async () => ({}));
  server.post("/no-body", async () => ({ done: true }));
  baseUrl = await server.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(() => server.close());

interface Asked {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE" | "TRACE" | "OPTIONS";
  readonly payload?: string;
  readonly headers?: Record<string, string>;
}

async function ask(url: string, { method = "GET", payload, headers }: Asked = {}) {
  const type = payload === undefined ? {} : { "content-type": "application/json" };
  const sent = { authorization, ...type, ...headers };
  return server.inject({ method, url, headers: sent, ...(payload !== undefined && { payload }) });
}

test.for(Object.entries(problems))(
  "%s is a problem document of RFC 9457 with its status",
  async ([code, { status, title }]) => {
    const response = await ask(`/throw/${code}?x=1`, { headers: { "x-request-id": "mine" } });
    expect(response.statusCode).toBe(status);
    expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
    expect(response.json()).toEqual({
      type: `/docs/problems#${code}`,
      title,
      status,
      detail: "What happened.",
      instance: `/throw/${code}?x=1`,
      code,
      request_id: "mine",
    });
  },
);

test("an unexpected error reveals no internals", async () => {
  const response = await ask("/bug");
  expect([response.statusCode, response.json().code]).toEqual([500, "internal"]);
  expect(response.payload).not.toContain("hunter2");
});

test("a store that cannot be reached is 503 with Retry-After and without its address", async () => {
  const response = await ask("/outage");
  expect([response.statusCode, response.json().code, response.headers["retry-after"]]).toEqual([
    503,
    "unavailable",
    "5",
  ]);
  expect(response.payload).not.toContain("10.0.0.1");
});

test.for([
  [undefined, "missing_key", "no Authorization header"],
  ["Basic Z29vZDp4", "missing_key", "not a bearer key"],
  ["Bearer", "missing_key", "not a bearer key"],
  [`Bearer ${"x".repeat(201)}`, "missing_key", "not a bearer key"],
  ["Bearer bad", "invalid_key", "unknown, expired or revoked"],
] as const)("Authorization %s is 401 and says what is wrong", async ([header, code, detail]) => {
  const headers = header === undefined ? {} : { authorization: header };
  const response = await server.inject({ url: "/query", headers });
  expect([response.statusCode, response.json().code]).toEqual([401, code]);
  expect(response.json().detail).toContain(detail);
});

test("a key without the route's scope is 403, and the detail names the scope", async () => {
  const response = await ask("/scoped");
  expect([response.statusCode, response.json().code]).toEqual([403, "missing_scope"]);
  expect(response.json().detail).toContain("write");
});

test.for([
  ["?page=0", "/query/page"],
  ["?page=x", "/query/page"],
  ["?page=1.5", "/query/page"],
  ["?page=", "/query/page"],
  ["?page=1&page=2", "/query/page"],
  ["?page=99999999999999999999", "/query/page"],
  ["?deep=yes", "/query/deep"],
  ["?pgae=1", "/query/pgae"],
  ["?a/b~c=1", "/query/a~1b~0c"],
  ["?__proto__=1", "/query/__proto__"],
] as const)("the query %s is refused at %s", async ([query, pointer]) => {
  const response = await ask(`/query${query}`);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toEqual([{ pointer, message: expect.any(String) }]);
});

test("numbers and booleans of a query are converted, and defaults are filled in", async () => {
  expect((await ask("/query?page=2&deep=false")).json()).toEqual({ page: 2, deep: false });
  expect((await ask("/query")).json()).toEqual({ page: 1 });
});

test.for([
  ['{"name":5}', "/body/name"],
  ['{"name":"x","count":"5"}', "/body/count"],
  ['{"name":null}', "/body/name"],
  ["{}", "/body/name"],
  ['{"name":"x","nmae":1}', "/body/nmae"],
  ["[]", "/body"],
  ["null", "/body"],
  ["", "/body"],
] as const)("the body %s is refused at %s, without conversion", async ([payload, pointer]) => {
  const response = await ask("/body", { method: "POST", payload });
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toEqual([{ pointer, message: expect.any(String) }]);
});

test("a value that is not allowed is shown, and cut", async () => {
  const response = await ask("/body", {
    method: "POST",
    payload: JSON.stringify({ name: "x", kind: "k".repeat(500) }),
  });
  expect(response.json().errors[0].message).toMatch(/^must be one of a, b; it is "k{59}$/);
});

test("of thousands of faults, twenty are reported", async () => {
  const query = Array.from({ length: 1000 }, (_, index) => `p${index}=1`).join("&");
  const response = await ask(`/query?${query}`);
  expect(response.json().errors).toHaveLength(20);
  expect(response.payload.length).toBeLessThan(16_000);
});

test.for(["{", '{"a":}', "\u0000", "{'a':1}", '{"__proto__":{}}', '{"constructor":{"prototype":{}}}'])(
  "the malformed body %j is 400",
  async (payload) => {
    const response = await ask("/body", { method: "POST", payload });
    expect([response.statusCode, response.json().code]).toEqual([400, "invalid_request"]);
  },
);

test("NUL is refused in path, query and body; the literal text is not", async () => {
  expect((await ask("/throw/%00")).statusCode).toBe(400);
  expect((await ask("/query?page=%00")).statusCode).toBe(400);
  expect((await ask("/body", { method: "POST", payload: '{"name":"a\\u0000b"}' })).statusCode).toBe(400);
  expect((await ask("/body", { method: "POST", payload: '{"name":"a\\\\\\u0000b"}' })).statusCode).toBe(400);
  expect((await ask("/body", { method: "POST", payload: '{"name":"a\\\\u0000b"}' })).statusCode).toBe(200);
});

test("a body over the limit is 413, of another type 415, and an empty one counts as absent", async () => {
  const large = await ask("/body", { method: "POST", payload: JSON.stringify({ name: "x".repeat(1000) }) });
  expect([large.statusCode, large.json().code]).toEqual([413, "payload_too_large"]);
  const form = await ask("/body", { method: "POST", payload: "a=1", headers: { "content-type": "text/xml" } });
  expect([form.statusCode, form.json().code]).toEqual([415, "unsupported_media_type"]);
  expect((await ask("/no-body", { method: "POST", payload: "" })).statusCode).toBe(200);
});

test.for(["DELETE", "PUT", "TRACE", "OPTIONS"] as const)(
  "%s on a known path is 405 with the allowed methods",
  async (method) => {
    const response = await ask("/query/?page=1", { method });
    expect([response.statusCode, response.json().code, response.headers.allow]).toEqual([
      405,
      "method_not_allowed",
      "GET, HEAD",
    ]);
    expect((await ask("/throw/x", { method })).headers.allow).toBe("GET, HEAD");
  },
);

test("a static path allows its own methods, not those of a parametric path", async () => {
  const response = await ask("/throw/batch", { method: "OPTIONS" });
  expect([response.statusCode, response.headers.allow]).toEqual([405, "POST"]);
});

test("a method that needs a body is 405 too, before its body is checked", async () => {
  const url = new URL("/query", baseUrl);
  const response = await new Promise<IncomingMessage>((resolve) => {
    request(url, { method: "QUERY", headers: { authorization } }, resolve).end();
  });
  expect([response.statusCode, response.headers.allow]).toEqual([405, "GET, HEAD"]);
  expect(JSON.parse(await text(response))).toMatchObject({ code: "method_not_allowed" });
});

test("an unknown path is 404, also without a key", async () => {
  for (const headers of [{ authorization }, {}]) {
    const response = await server.inject({ url: "/nothing?secret=1", headers });
    expect([response.statusCode, response.json().code]).toEqual([404, "not_found"]);
    expect(response.json().detail).toBe("Nothing was found at GET /nothing.");
  }
});

test.for(["/%zz", "/throw/%E0%A4%A", `/throw/${"x".repeat(201)}`])(
  "the unreadable path %s is a problem too",
  async (url) => {
    const response = await ask(url);
    expect([400, 404]).toContain(response.statusCode);
    expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(response.headers["x-request-id"]).toBe(response.json().request_id);
  },
);

test("bytes that are not HTTP get a problem document, and the connection is closed", async () => {
  const url = new URL(baseUrl);
  const socket = connect(Number(url.port), url.hostname);
  socket.write("NONSENSE\r\n\r\n");
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ code: "invalid_request", status: 400 });
});

async function sendSlowly(start: string): Promise<string> {
  const server = await createTestServer({ connectionLimits: { headersMsMax: 300, requestMsMax: 600 } });
  server.post("/open", { config: PUBLIC }, async () => ({}));
  server.get("/hanging", { config: PUBLIC }, () => new Promise<void>(() => undefined));
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(start);
  const answer = await text(socket);
  await server.close();
  return answer;
}

test("a request that takes too long to arrive gets a problem document, and the connection is closed", async () => {
  const headers = "Host: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n";
  for (const start of ["GET /open HT", `POST /open HTTP/1.1\r\n${headers}[1`]) {
    const answer = await sendSlowly(start);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ code: "too_slow", status: 408 });
  }
});

test("bytes that are not HTTP, sent behind a request in progress, are not answered in its place", async () => {
  expect(await sendSlowly("GET /hanging HTTP/1.1\r\nHost: x\r\n\r\nNONSENSE\r\n\r\n")).toBe("");
});

test("too many questions of an organization are a 429 with a code of their own and the time to wait", async () => {
  const response = await server.inject({ url: "/crowded", headers: { authorization } });
  expect([response.statusCode, response.json().code]).toEqual([429, "too_many_questions"]);
  expect(response.headers["retry-after"]).toBe("7");
});

test("what a handler asks, also after the body has been read, is asked by the caller of its request", async () => {
  const asked = { organization: "org_1", caller: "key-1" };
  const post = { method: "POST", url: "/asker", payload: { name: "x".repeat(500) } } as const;
  expect((await server.inject({ ...post, headers: { authorization } })).json()).toEqual(asked);
  const streamed = await fetch(`${baseUrl}/asker`, {
    ...{ method: "POST", duplex: "half", headers: { authorization, "content-type": "application/json" } },
    body: ReadableStream.from(["{", '"name": ', '"y"}']).pipeThrough(new TextEncoderStream()),
  });
  expect(await streamed.json()).toEqual(asked);
});
