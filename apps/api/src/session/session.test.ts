import type { HttpServer } from "@ruaflow/http";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { parseAddressList } from "@ruaflow/runtime/addresses";
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
  const session = await send("session", { headers: { cookie } });
  expect([session.body, session.headers["cache-control"]]).toEqual([body, "no-store"]);
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

test("over HTTPS at a trusted proxy the cookie is secure and has the name that only HTTPS can set", async () => {
  const server = await api.createServer({ trustedProxies: parseAddressList("192.0.2.1") });
  const headers = { host: "dmarc.example", "x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.7" };
  const { setCookie, cookie, status } = await signIn(owner.key, { headers, remoteAddress: "192.0.2.1", server });
  expect(status).toBe(201);
  expect(setCookie).toMatch(
    /^__Host-ruaflow_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/,
  );
  const me = await send("me", { headers: { ...headers, cookie }, remoteAddress: "192.0.2.1", server });
  expect(me.status).toBe(200);
});

test("without HTTPS no browser on another machine signs in, and a key is not even looked at", async () => {
  const elsewhere: readonly Sent[] = [
    { remoteAddress: "192.0.2.9" },
    { headers: { host: "dmarc.example" } },
    { headers: { "x-forwarded-for": "127.0.0.1" } },
    { headers: { "x-forwarded-proto": "https" } },
    { headers: { via: "1.1 proxy" } },
  ];
  for (const sent of elsewhere) {
    for (const key of [owner.key, "unknown"]) {
      const { status, body, headers } = await signIn(key, { ...sent, body: { key } });
      expect([sent, status, body.code, headers["set-cookie"]]).toEqual([sent, 403, "https_required", undefined]);
    }
  }
});

async function createLink(): Promise<string> {
  return (await api.metadata.tenants.createSignInLink(owner.id))?.token ?? "";
}

const openLink = (link: string, sent: Sent = {}) => send("session", { method: "POST", body: { link }, ...sent });

test("a link signs one browser in, once: of two at the same time one", async () => {
  const link = await createLink();
  const answers = await Promise.all([openLink(link), openLink(link)]);
  const [first, second] = answers.toSorted((a, b) => a.status - b.status);
  expect(first).toMatchObject({ status: 201, body: { data: { key: { id: owner.key.split("_")[1] } } } });
  expect(second).toMatchObject({ status: 401, body: { code: "invalid_link" } });
  expect(second?.headers["set-cookie"]).toBeUndefined();
  expect(await openLink("unknown")).toMatchObject({ status: 401, body: { code: "invalid_link" } });
});

test("a link is of no use elsewhere, also over HTTPS, and is not used up there", async () => {
  const server = await api.createServer({ trustedProxies: parseAddressList("192.0.2.1") });
  const link = await createLink();
  const https = { remoteAddress: "192.0.2.1", headers: { "x-forwarded-proto": "https" }, server };
  for (const sent of [https, { remoteAddress: "192.0.2.9" }, { headers: { host: "dmarc.example" } }])
    expect(await openLink(link, sent)).toMatchObject({ status: 403, body: { code: "loopback_required" } });
  expect((await openLink(link)).status).toBe(201);
});

test("signing in and asking for the session count as requests of the key; what is not valid counts as an invalid key", async () => {
  const taken: string[] = [];
  const rateLimits = { takeRequest: () => taken.push("valid"), takeInvalidKey: () => taken.push("invalid") };
  const server = await api.createServer({ rateLimits });
  const { cookie } = await signIn(owner.key, { server });
  await send("session", { headers: { cookie }, server });
  await send("session", { method: "POST", body: { key: "unknown" }, server });
  await openLink("unknown", { server });
  await send("session", { server });
  expect(taken).toEqual(["valid", "valid", "invalid", "invalid"]);
});

test("a body has a key or a link", async () => {
  for (const body of [{}, { key: owner.key, link: await createLink() }, { key: "" }, { link: 1 }, { password: "x" }])
    expect(await send("session", { method: "POST", body })).toMatchObject({ status: 400 });
});

test("a session ends when its key is revoked, also the session that revokes it", async () => {
  const key = await owner.createKey(["keys:admin"]);
  const { cookie, csrf } = await signIn(key);
  const url = `api-keys/${key.split("_")[1]}`;
  const revoked = await send(url, { method: "DELETE", headers: { cookie, "x-csrf-token": csrf } });
  expect(revoked.status).toBe(204);
  expect((await send("me", { headers: { cookie } })).body.code).toBe("session_expired");
  expect((await send("session", { headers: { cookie } })).body).toEqual({ data: null });
});

test("use of a session sends its cookie again with the later end", async () => {
  const { cookie } = await signIn(owner.key);
  await executeSql(api.databaseUrl, "UPDATE sessions SET expires_at = expires_at - interval '5 hours'");
  const used = await send("me", { headers: { cookie } });
  expect(used.headers["set-cookie"]).toBe(`${cookie}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200`);
  expect((await send("me", { headers: { cookie } })).headers["set-cookie"]).toBeUndefined();
});

test("a session's POST is answered once for its Idempotency-Key, as that of its key", async () => {
  const { cookie, csrf } = await signIn(owner.key);
  const request = { method: "POST", body: { name: "idempotent", scopes: ["reports:read"] } } as const;
  const first = await send("api-keys", {
    ...request,
    headers: { cookie, "x-csrf-token": csrf, "idempotency-key": "one" },
  });
  const again = await send("api-keys", {
    ...request,
    headers: { authorization: `Bearer ${owner.key}`, "idempotency-key": "one" },
  });
  expect([first.status, again.text, again.headers["idempotent-replayed"]]).toEqual([201, first.text, "true"]);
});

test("a sign-in is never answered from an earlier one, whatever its Idempotency-Key", async () => {
  const headers = { "idempotency-key": "sign-in" };
  const [first, second] = [await signIn(owner.key, { headers }), await signIn(owner.key, { headers })];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.cookie).not.toBe(first.cookie);
});
