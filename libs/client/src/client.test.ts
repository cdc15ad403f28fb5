import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type ClientOptions, createClient, RuaflowError } from "./index.ts";

/** The service's responses in turn; the last one repeats. */
type Script = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Settings = Omit<ClientOptions, "key" | "csrfToken">;
type Credentials = { readonly key: string } | { readonly csrfToken: string | null };
const KEY: Credentials = { key: "ruaflow_a_b" };

/** A service with fixed responses that records its requests. */
async function startService(scripts: readonly Script[], options: Partial<Settings> = {}, credentials = KEY) {
  const asked: { method: string | undefined; url: string | undefined; headers: IncomingMessage["headers"] }[] = [];
  const server = createServer((request, response) => {
    const script = scripts[Math.min(asked.length, scripts.length - 1)];
    asked.push({ method: request.method, url: request.url, headers: request.headers });
    request.resume().once("end", () => script?.(request, response));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { asked, client: createClient({ baseUrl: `http://127.0.0.1:${port}/`, ...credentials, ...options }) };
}

const answer =
  (status: number, body: object, headers: Record<string, string> = {}): Script =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const hangUp: Script = (request) => void request.socket.destroy();
const nothing: Script = () => undefined;
const page = answer(200, { data: [], meta: { total: 0, page: 1, per_page: 20, total_pages: 0 } });
const busy = (seconds: string) =>
  answer(429, { code: "rate_limited", detail: "Slow down." }, { "retry-after": seconds });
const webhook = { url: "https://hooks.example.com/", events: ["report.received"] as const };

test("after a 429 the client waits as long as Retry-After says, for every method", async () => {
  const { client, asked } = await startService([busy("1"), answer(200, { data: {} })]);
  const begin = performance.now();
  await client.webhooks.update("wh_1", { active: true });
  expect(performance.now() - begin).toBeGreaterThanOrEqual(990);
  expect(asked.map(({ method }) => method)).toEqual(["PUT", "PUT"]);
});

test("Retry-After may be a date", async () => {
  const { client, asked } = await startService([busy(new Date(Date.now() - 5000).toUTCString()), page]);
  await client.reports.list();
  expect(asked).toHaveLength(2);
});

test("the caller decides when Retry-After is longer than a minute", async () => {
  const { client, asked } = await startService([busy("61")]);
  await expect(client.reports.list()).rejects.toMatchObject({ status: 429, retryAfterMs: 61_000 });
  expect(asked).toHaveLength(1);
});

test("a GET whose connection breaks is retried", async () => {
  const { client, asked } = await startService([hangUp, page]);
  expect((await client.reports.list()).data).toEqual([]);
  expect(asked).toHaveLength(2);
});

test("a request whose response breaks off is retried", async () => {
  const broken: Script = (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write("{", () => response.destroy());
  };
  const { client, asked } = await startService([broken, page]);
  await client.reports.list();
  expect(asked).toHaveLength(2);
});

test("a POST is retried with the same key; another call has another key", async () => {
  const { client, asked } = await startService([hangUp, answer(201, { data: {} })]);
  await client.webhooks.create(webhook);
  await client.webhooks.create(webhook);
  const keys = asked.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  await client.webhooks.create(webhook, { idempotencyKey: "mine" });
  expect(asked.at(-1)?.headers["idempotency-key"]).toBe("mine");
});

test("a POST whose first attempt is still in progress waits for its response", async () => {
  const inFlight = answer(409, { code: "idempotency_in_flight", detail: "In progress." });
  const { client, asked } = await startService([inFlight, answer(201, { data: {} })]);
  await client.webhooks.create(webhook);
  expect(asked).toHaveLength(2);
});

test("a change whose response is lost is not retried", async () => {
  const { client, asked } = await startService([hangUp]);
  await expect(client.webhooks.update("wh_1", { active: true })).rejects.toMatchObject({ code: "network_error" });
  await expect(client.webhooks.delete("wh_1")).rejects.toMatchObject({ status: 0 });
  expect(asked).toHaveLength(2);
});

test("a stream is sent once", async () => {
  const { client, asked } = await startService([busy("0")]);
  await expect(client.reports.upload(new Blob(["x"]).stream())).rejects.toMatchObject({ status: 429 });
  expect(asked).toHaveLength(1);
});

test("after the last attempt its error is thrown", async () => {
  const { client, asked } = await startService([busy("0")], { retries: 2 });
  await expect(client.reports.list()).rejects.toThrow("rate_limited: Slow down.");
  expect(asked).toHaveLength(3);
});

test("an error has status, code, detail, request id and the invalid parts", async () => {
  const errors = [{ pointer: "/query/page", message: "must be >= 1" }];
  const problem = { code: "invalid_request", detail: "No.", errors: [...errors, "odd"] };
  const { client } = await startService([answer(400, problem, { "x-request-id": "r1" })]);
  const error = await client.reports.list().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(RuaflowError);
  expect(error).toMatchObject({
    status: 400,
    code: "invalid_request",
    detail: "No.",
    requestId: "r1",
    errors,
    problem,
  });
});

test("a response of a proxy is an error with its status", async () => {
  const { client } = await startService([(_request, response) => void response.writeHead(418).end("<html>")]);
  await expect(client.reports.list()).rejects.toMatchObject({ status: 418, code: "http_418", errors: [] });
});

test("a redirect is not followed, so that no other server gets the key", async () => {
  const elsewhere: Script = (_request, response) => void response.writeHead(302, { location: "/other" }).end();
  const { client, asked } = await startService([elsewhere], { retries: 0 });
  await expect(client.reports.list()).rejects.toMatchObject({ code: "network_error" });
  expect(asked).toHaveLength(1);
});

test("a timeout is an error after the retries", async () => {
  const { client, asked } = await startService([nothing], { timeoutMs: 500, retries: 1 });
  await expect(client.reports.list()).rejects.toMatchObject({ code: "timeout" });
  expect(asked).toHaveLength(2);
});

test("the caller's signal ends a call, also while it waits", async () => {
  const { client, asked } = await startService([busy("30")]);
  const reason = new Error("enough");
  const abort = new AbortController();
  setTimeout(() => abort.abort(reason), 100);
  await expect(client.reports.list({}, { signal: abort.signal })).rejects.toBe(reason);
  expect(asked).toHaveLength(1);
});

test.each(["", ".", ".."])("the id %j would be another path and is refused", async (id) => {
  const { client, asked } = await startService([page]);
  await expect(client.webhooks.delete(id)).rejects.toThrow(TypeError);
  await client.webhooks.read("a/../b?c");
  expect(asked.map(({ url }) => url)).toEqual(["/api/v1/webhooks/a%2F..%2Fb%3Fc"]);
});

test("a client sends its key, or the CSRF token of the browser's session, or before signing in neither", async () => {
  const sent = async (credentials: Credentials) => {
    const { client, asked } = await startService([answer(200, { data: {} })], {}, credentials);
    await client.webhooks.update("wh_1", { active: true });
    await client.session.read();
    return asked.map(({ headers }) => [headers.authorization, headers["x-csrf-token"]]);
  };
  expect(await sent(KEY)).toEqual(Array(2).fill(["Bearer ruaflow_a_b", undefined]));
  expect(await sent({ csrfToken: "token" })).toEqual(Array(2).fill([undefined, "token"]));
  expect(await sent({ csrfToken: null })).toEqual(Array(2).fill([undefined, undefined]));
});

test("a client has a key or a session, not both and not neither", () => {
  // @ts-expect-error
  createClient({ baseUrl: "http://127.0.0.1" });
  // @ts-expect-error
  createClient({ baseUrl: "http://127.0.0.1", key: "ruaflow_a_b", csrfToken: "token" });
});

test("signing out has no answer to read", async () => {
  const { client, asked } = await startService([(_request, response) => void response.writeHead(204).end()]);
  expect(await client.session.end()).toBeUndefined();
  expect(asked).toMatchObject([{ method: "DELETE", url: "/api/v1/session" }]);
});

test("links have the path of an operation with its ids and parameters; an operation that does not exist does not compile", async () => {
  const { client } = await startService([page]);
  const id = "dom_1/../x";
  expect(client.toPath("downloadReport", { path: { id } })).toBe("/api/v1/reports/dom_1%2F..%2Fx/raw");
  const query = { label: ["a b", "c"], per_page: 5 };
  expect(client.toCsvPath("listDomains", { query })).toBe("/api/v1/domains?label=a+b&label=c&per_page=5&format=csv");
  // @ts-expect-error no such operation
  expect(() => client.toPath("listNothing", {})).toThrow();
  // @ts-expect-error no such path parameter
  expect(() => client.toPath("downloadReport", { path: { report: id } })).toThrow("id is not a valid id");
});
