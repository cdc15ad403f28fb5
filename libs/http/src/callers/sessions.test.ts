import { parseAddressList } from "@ruaflow/runtime/addresses";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HttpServer } from "../http-server.ts";
import { createTestServer } from "../testing/start-server.ts";
import { readCaller } from "./authentication.ts";
import { createRateLimits } from "./rate-limits.ts";
import { findRequestSession, toCsrfToken } from "./sessions.ts";

type Headers = Readonly<Record<string, string>>;

const PROXY = "192.0.2.1";
const find = async (token: string) =>
  token === "fresh" ? { key: { keyId: "k", organizationId: "o", plan: "", scopes: [] }, ...end } : null;
const end = { expiresAt: new Date(), isRenewed: false };

let server: HttpServer;

beforeAll(async () => {
  const limits = createRateLimits({ requests: () => 1000, exports: 1, invalidKeys: 0 });
  server = await createTestServer({ trustedProxies: parseAddressList(PROXY) }, limits);
  server.get("/who", async (request) => readCaller(request));
  server.get("/scoped", { config: { scope: "write" } }, async () => ({}));
  for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const)
    server.route({ method, url: "/who", config: { readsOnly: true }, handler: async (request) => readCaller(request) });
  server.get("/open", { config: { public: true } }, async (request, reply) => {
    return { isSignedIn: (await findRequestSession(request, reply, find)) !== null };
  });
});

afterAll(() => server.close());

interface Sent {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url?: string;
  readonly headers?: Headers;
  readonly remoteAddress?: string;
}

async function send({ method = "GET", url = "/who", headers = {}, remoteAddress = "127.0.0.1" }: Sent) {
  const response = await server.inject({ method, url, headers, remoteAddress });
  const body = response.payload === "" ? {} : JSON.parse(response.payload);
  return { status: response.statusCode, code: body.code, body, headers: response.headers };
}

const cookie = "ruaflow_session=fresh";

test("the cookie stands for its key, among other cookies, and its scopes count", async () => {
  const answer = await send({ headers: { cookie: `a=b; ${cookie}; ruaflow_sessions=x` } });
  expect(answer).toMatchObject({ status: 200, body: { keyId: "key-1", organizationId: "org_1" } });
  expect(answer.headers).toMatchObject({ "cache-control": "private, no-cache", ratelimit: expect.any(String) });
  expect(await send({ url: "/scoped", headers: { cookie } })).toMatchObject({ status: 403, code: "missing_scope" });
});

test("a key counts before the cookie, and then no CSRF token is needed", async () => {
  const both = { cookie, authorization: "Bearer good-2" };
  expect(await send({ method: "POST", headers: both })).toMatchObject({ status: 200, body: { keyId: "key-2" } });
  const wrong = { cookie, authorization: "Bearer bad" };
  expect(await send({ headers: wrong })).toMatchObject({ status: 429 });
  expect(await send({ headers: { cookie, authorization: "Bearer" } })).toMatchObject({ code: "missing_key" });
});

test("a password for a proxy in front of the service, which browsers send to both, is no key", async () => {
  const authorization = "Basic eDp5";
  expect(await send({ headers: { cookie, authorization } })).toMatchObject({ status: 200, body: { keyId: "key-1" } });
  expect(await send({ headers: { authorization } })).toMatchObject({ status: 401, code: "missing_key" });
});

test("an unknown session, also one of two, is told to sign in again, and its cookie is removed; none is counted", async () => {
  for (const value of ["gone", "", "fresh; ruaflow_session=fresh", "fresh; ruaflow_session=gone"]) {
    const { status, code, headers } = await send({ headers: { cookie: `ruaflow_session=${value}` } });
    expect([value, status, code]).toEqual([value, 401, "session_expired"]);
    expect(headers["set-cookie"]).toBe("ruaflow_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
  }
});

test("a session with a later end gets the cookie again", async () => {
  expect((await send({ headers: { cookie } })).headers["set-cookie"]).toBeUndefined();
  const renewed = await send({ headers: { cookie: "ruaflow_session=used" } });
  expect(renewed.headers["set-cookie"]).toBe("ruaflow_session=used; Path=/; HttpOnly; SameSite=Strict; Max-Age=60");
});

test("every method but GET and HEAD needs the session's own CSRF token", async () => {
  const right = toCsrfToken({ token: "fresh" });
  for (const token of ["", "x", toCsrfToken({ token: "used" }), `${right} `.repeat(2), right.slice(1)]) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      const answer = await send({ method, headers: { cookie, "x-csrf-token": token } });
      expect([method, token, answer.status, answer.code]).toEqual([method, token, 403, "csrf_token_required"]);
    }
  }
  for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const)
    expect((await send({ method, headers: { cookie, "x-csrf-token": right } })).status).toBe(200);
  for (const method of ["GET", "HEAD"] as const) expect((await send({ method, headers: { cookie } })).status).toBe(200);
});

test("a request that another site has caused has no session, whatever it knows", async () => {
  const token = toCsrfToken({ token: "fresh" });
  for (const site of ["cross-site", "same-site"]) {
    const headers = { cookie, "sec-fetch-site": site, "x-csrf-token": token };
    for (const method of ["GET", "POST"] as const)
      expect(await send({ method, headers })).toMatchObject({ status: 401, code: "missing_key" });
    expect((await send({ url: "/open", headers })).body).toEqual({ isSignedIn: false });
  }
  for (const site of ["same-origin", "none"])
    expect((await send({ headers: { cookie, "sec-fetch-site": site } })).status).toBe(200);
});

async function expectRefused(sent: Sent): Promise<void> {
  expect([sent, (await send(sent)).code]).toEqual([sent, "https_required"]);
  expect([sent, (await send({ ...sent, url: "/open" })).body]).toEqual([sent, { isSignedIn: false }]);
}

test("without HTTPS only a browser on this machine has a session", async () => {
  for (const remoteAddress of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]) {
    for (const host of ["127.0.0.1:8080", "127.0.0.2", "localhost", "LOCALHOST:1", "[::1]:8080", "[::1]"]) {
      const sent = { remoteAddress, headers: { host, cookie } };
      expect([remoteAddress, host, (await send(sent)).status]).toEqual([remoteAddress, host, 200]);
      expect((await send({ ...sent, url: "/open" })).body).toEqual({ isSignedIn: true });
    }
  }
  for (const remoteAddress of ["192.0.2.9", "10.0.0.1", "::2", "2001:db8::1", "::ffff:192.0.2.9"])
    await expectRefused({ remoteAddress, headers: { host: "localhost", cookie } });
});

test("a name that a web page gave the address 127.0.0.1 is none of this machine", async () => {
  const names = [
    "dmarc.example",
    "127.0.0.1.example",
    "localhost.example",
    "x@localhost",
    "[::2]",
    "[127.0.0.1]x",
    "0",
  ];
  for (const host of [...names, "127.1", "2130706433"]) await expectRefused({ headers: { host, cookie } });
});

test("behind a proxy on this machine, the browser is elsewhere", async () => {
  const hops = { "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https", "x-forwarded-host": "localhost" };
  for (const [name, value] of Object.entries({ ...hops, "x-forwarded-port": "1", forwarded: "for=::1", via: "1.1 x" }))
    await expectRefused({ headers: { host: "localhost", cookie, [name]: value } });
});

test("HTTPS ends at a trusted proxy only, and there the cookie has the name that only HTTPS can set", async () => {
  const secure = { host: "dmarc.example", "x-forwarded-proto": "https", cookie: "__Host-ruaflow_session=fresh" };
  expect((await send({ remoteAddress: PROXY, headers: secure })).status).toBe(200);
  const renewed = { ...secure, cookie: "__Host-ruaflow_session=used" };
  expect((await send({ remoteAddress: PROXY, headers: renewed })).headers["set-cookie"]).toBe(
    "__Host-ruaflow_session=used; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure",
  );
  // What a page without HTTPS, on another port or under another name, could have set.
  expect(await send({ remoteAddress: PROXY, headers: { ...secure, cookie } })).toMatchObject({ code: "missing_key" });
  await expectRefused({ remoteAddress: "192.0.2.2", headers: { ...secure, cookie } });
  await expectRefused({ remoteAddress: PROXY, headers: { ...secure, "x-forwarded-proto": "http", cookie } });
  await expectRefused({ remoteAddress: PROXY, headers: { host: "dmarc.example", cookie } });
});
