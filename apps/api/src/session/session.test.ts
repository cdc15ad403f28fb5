import type { HttpServer } from "@ruaflow/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface Problem {
  readonly code: string;
}

interface Session {
  readonly data: {
    readonly csrf_token: string;
    readonly expires_at: string;
    readonly key: { readonly id: string; readonly scopes: readonly string[] };
    readonly organization: { readonly id: string };
  } | null;
}

type Headers = Readonly<Record<string, string>>;

let api: TestApi;
let owner: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  owner = await api.createOrganization();
});

afterAll(() => api.stop());

interface Sent {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly headers?: Headers;
  readonly body?: object;
  readonly remoteAddress?: string;
  readonly server?: HttpServer;
}

async function send(
  path: string,
  { method = "GET", headers = {}, body, remoteAddress, server = api.server }: Sent = {},
) {
  const response = await server.inject({
    method,
    url: `/api/v1/${path}`,
    headers,
    ...(body && { payload: body }),
    ...(remoteAddress !== undefined && { remoteAddress }),
  });
  const parsed: Session & Problem = JSON.parse(response.payload || "null");
  return { status: response.statusCode, headers: response.headers, body: parsed, text: response.payload };
}

/** Signs in; the headers are those of the browser's further requests. */
async function signIn(key: string, sent: Sent = {}) {
  const answer = await send("session", { method: "POST", body: { key }, ...sent });
  const setCookie = String(answer.headers["set-cookie"]);
  const cookie = setCookie.split(";")[0] ?? "";
  return { ...answer, setCookie, cookie, csrf: answer.body.data?.csrf_token ?? "" };
}

test("a key signs a browser in: its requests have the key's organization and scopes, and never see the secret", async () => {
  const key = await owner.createKey(["webhooks:read"]);
  const { status, body, text, cookie, headers } = await signIn(key);
  expect(status).toBe(201);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body.data).toMatchObject({
    key: { id: key.split("_")[1], name: "test", scopes: ["webhooks:read"], expires_at: null },
    organization: { id: owner.id, name: "Test" },
  });
  for (const secret of [key.split("_")[2] ?? "", cookie.split("=")[1] ?? ""]) expect(text).not.toContain(secret);
  const me = await send("me", { headers: { cookie } });
  expect([me.status, me.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
  expect(me.text).toContain(owner.id);
  expect((await send("webhooks", { headers: { cookie } })).status).toBe(200);
  expect((await send("domains", { headers: { cookie } })).body.code).toBe("missing_scope");
  expect((await send("session", { headers: { cookie } })).body).toEqual(body);
});

test("over plain HTTP the cookie has every attribute that keeps it, and no other", async () => {
  const { setCookie, body } = await signIn(owner.key);
  const [pair, ...attributes] = setCookie.split("; ");
  expect(pair).toMatch(/^ruaflow_session=[A-Za-z0-9_-]{43}$/);
  expect(attributes).toEqual(["Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=43200"]);
  const leftMs = Date.parse(body.data?.expires_at ?? "") - Date.now();
  expect(Math.abs(leftMs - 12 * 3_600_000)).toBeLessThan(60_000);
});

test("without a session there is none to show or to end, and that is no error", async () => {
  for (const cookie of ["", "other=1", "ruaflow_session=", `ruaflow_session=${"A".repeat(43)}`]) {
    expect([(await send("session", { headers: { cookie } })).body, cookie]).toEqual([{ data: null }, cookie]);
    expect((await send("session", { method: "DELETE", headers: { cookie } })).status).toBe(204);
  }
});

test("a change needs the session's CSRF token, also to sign out; reading does not", async () => {
  const { cookie, csrf } = await signIn(owner.key);
  const { csrf: other } = await signIn(owner.key);
  const body = { name: "another", scopes: ["reports:read"] };
  for (const token of [null, "", "x", other, `${csrf}A`, csrf.toLowerCase()]) {
    const headers = { cookie, ...(token !== null && { "x-csrf-token": token }) };
    const created = await send("api-keys", { method: "POST", headers, body });
    expect([created.status, created.body.code, token]).toEqual([403, "csrf_token_required", token]);
    expect((await send("session", { method: "DELETE", headers })).body.code).toBe("csrf_token_required");
    for (const method of ["GET", "HEAD"] as const)
      expect((await send("api-keys", { method, headers })).status).toBe(200);
  }
  const headers = { cookie, "x-csrf-token": csrf };
  expect((await send("api-keys", { method: "POST", headers, body })).status).toBe(201);
});

test("signing out ends the session and removes the cookie", async () => {
  const { cookie, csrf } = await signIn(owner.key);
  const ended = await send("session", { method: "DELETE", headers: { cookie, "x-csrf-token": csrf } });
  expect(ended.status).toBe(204);
  expect(ended.headers["set-cookie"]).toMatch(/^ruaflow_session=; Path=\/; HttpOnly; SameSite=Strict; Max-Age=0$/);
  const after = await send("me", { headers: { cookie } });
  expect([after.status, after.body.code]).toEqual([401, "session_expired"]);
  expect(after.headers["set-cookie"]).toMatch(/^ruaflow_session=; .*Max-Age=0$/);
});

test("a key that is not valid signs in no browser", async () => {
  const { status, body, headers } = await send("session", { method: "POST", body: { key: `${owner.key}x` } });
  expect([status, body.code, headers["set-cookie"]]).toEqual([401, "invalid_key", undefined]);
});
