import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCaller } from "./callers/authentication.ts";
import { PUBLIC } from "./health.ts";
import type { HttpServer } from "./http-server.ts";
import { createTestServer } from "./testing/start-server.ts";

const headers = { authorization: "Bearer good" };
let isReady = true;
let server: HttpServer;

beforeAll(async () => {
  const store = async () => {
    if (!isReady) throw new Error("refused");
  };
  server = await createTestServer({ readiness: { store } });
  server.get("/who", async (request) => readCaller(request));
  server.get("/open", { config: PUBLIC }, async (request) => readCaller(request));
  server.get("/tagged", { config: { etag: true } }, async () => ({ data: 1 }));
  server.get("/missing", { config: { etag: true } }, async (_request, reply) => reply.status(404).send({ data: 1 }));
  server.get("/list", async () => ({ data: [] }));
  const streamed = { config: { etag: true } };
  server.get("/streamed", streamed, async (_request, reply) => {
    const body = new Blob(["x".repeat(1000)]).stream();
    return reply.header("etag", '"abc"').type("text/plain").send(body);
  });
});

afterAll(() => server.close());

test("every response has a request id: the client's when it is a plain token, otherwise a new one", async () => {
  const ask = async (given: string) =>
    (await server.inject({ url: "/who", headers: { ...headers, "x-request-id": given } })).headers["x-request-id"];
  expect(await ask("trace-1.A_b")).toBe("trace-1.A_b");
  for (const given of ["", "two words", "x".repeat(65), 'quote"', "line\\nfeed", "é"]) {
    expect(await ask(given)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  }
  expect((await server.inject({ url: "/healthz" })).headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("the caller of a request is the owner of its key", async () => {
  expect((await server.inject({ url: "/who", headers })).json()).toMatchObject({
    keyId: "key-1",
    organizationId: "org_1",
  });
  expect((await server.inject({ url: "/open" })).statusCode).toBe(401);
});

test("health and metrics are public; readiness names each dependency that cannot be reached", async () => {
  expect((await server.inject({ url: "/healthz" })).json()).toEqual({ status: "ok" });
  expect((await server.inject({ url: "/readyz" })).json()).toEqual({
    status: "ok",
    checks: [{ name: "store", status: "ok" }],
  });
  isReady = false;
  const response = await server.inject({ url: "/readyz" });
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({
    status: "unavailable",
    checks: [{ name: "store", status: "unavailable", detail: "refused" }],
  });
  const metrics = await server.inject({ url: "/metrics" });
  expect(metrics.payload).toMatch(/^ruaflow_ready 0$/m);
  isReady = true;
  expect((await server.inject({ url: "/metrics" })).payload).toMatch(/^ruaflow_ready 1$/m);
  expect(metrics.payload).toContain(
    'ruaflow_http_request_duration_seconds_count{method="GET",route="/readyz",status="503"} 1',
  );
});

test("a dependency that hangs makes a process not ready within the time of a scrape", async () => {
  const hanging = await createTestServer({ readiness: { store: () => new Promise<void>(() => undefined) } });
  expect((await hanging.inject({ url: "/metrics" })).payload).toMatch(/^ruaflow_ready 0$/m);
  await hanging.close();
});

test("a hundred requests for readiness or metrics at once cost the stores one check", async () => {
  let checks = 0;
  const store = async () => {
    checks += 1;
    await sleep(50);
  };
  const asked = await createTestServer({ readiness: { store } });
  for (const url of ["/readyz", "/metrics"]) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => asked.inject({ url })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(100).fill(200));
  }
  expect(checks).toBe(2);
  await asked.inject({ url: "/readyz" });
  expect(checks).toBe(3);
  await asked.close();
});

test("a tagged object is 304 for its own tag, weak or strong, in a list or by a star", async () => {
  const { etag } = (await server.inject({ url: "/tagged", headers })).headers;
  expect(etag).toMatch(/^W\/"[A-Za-z0-9_-]{22}"$/);
  for (const condition of [String(etag), String(etag).slice(2), `"x", ${etag}`, "*"]) {
    const response = await server.inject({ url: "/tagged", headers: { ...headers, "if-none-match": condition } });
    expect([response.statusCode, response.payload, response.headers.etag]).toEqual([304, "", etag]);
    expect(response.headers["content-type"]).toBeUndefined();
  }
  for (const condition of ['"x"', "x", ""]) {
    const response = await server.inject({ url: "/tagged", headers: { ...headers, "if-none-match": condition } });
    expect(response.statusCode).toBe(200);
  }
  const head = await server.inject({ method: "HEAD", url: "/tagged", headers: { ...headers, "if-none-match": "*" } });
  expect(head.statusCode).toBe(304);
});

test("errors and routes without `etag` have no tag", async () => {
  for (const url of ["/missing", "/list"]) {
    const response = await server.inject({ url, headers: { ...headers, "if-none-match": "*" } });
    expect(response.statusCode).not.toBe(304);
    expect(response.headers.etag).toBeUndefined();
  }
});

test("a streamed object has the tag that its handler set", async () => {
  const ask = (condition: string) =>
    server.inject({ url: "/streamed", headers: { ...headers, "if-none-match": condition } });
  expect((await ask('"other"')).payload).toHaveLength(1000);
  const unchanged = await ask('"abc"');
  expect([unchanged.statusCode, unchanged.payload]).toEqual([304, ""]);
});

async function createServerWith(options: { readonly compilesSchemasAtOnce?: boolean }) {
  const created = await createTestServer(options);
  created.get("/wrong", { schema: { querystring: { type: "nothing" } } }, async () => ({}));
  created.get("/right", async () => ({ data: 1 }));
  return created;
}

test("a schema waits for the first request of its route", async () => {
  const wrong = await createServerWith({});
  expect((await wrong.inject({ url: "/right", headers })).statusCode).toBe(200);
  expect((await wrong.inject({ url: "/wrong", headers })).statusCode).toBe(500);
  await wrong.close();
});

test("where all are compiled at once, one that cannot be compiled fails the start", async () => {
  const wrong = await createServerWith({ compilesSchemasAtOnce: true });
  await expect(wrong.ready()).rejects.toThrow("/wrong");
});
