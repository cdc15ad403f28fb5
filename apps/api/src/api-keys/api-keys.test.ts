import { createMetadataStore } from "@ruaflow/metadata-store";
import type { Scope } from "@ruaflow/metadata-store/tenants";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface KeyBody {
  readonly data: { readonly id: string; readonly key: string };
}
interface ProblemBody {
  readonly code: string;
  readonly detail: string;
}
interface ListBody {
  readonly data: readonly {
    readonly id: string;
    readonly last_used_at: string | null;
    readonly revoked_at: string | null;
  }[];
}

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

const create = (body: object, key: string = organization.key) =>
  organization.ask<KeyBody & ProblemBody>({ method: "POST", url: "/api/v1/api-keys", body, key });

test("a created key is shown once, works at once, and is listed without its secret", async () => {
  const { status, body } = await create({ name: "reader", scopes: ["reports:read", "keys:admin", "reports:read"] });
  expect(status).toBe(201);
  expect(body).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      key: expect.stringMatching(/^ruaflow_/),
      name: "reader",
      scopes: ["reports:read", "keys:admin"],
      created_at: expect.any(String),
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    },
  });
  const list = await organization.ask<ListBody>({ url: "/api/v1/api-keys", key: body.data.key });
  expect(list.status).toBe(200);
  expect(list.text).toContain(body.data.id);
  expect(list.text).not.toContain(body.data.key.split("_")[2]);
});

test("the last use of a key shows in the list", async () => {
  const { body } = await create({ name: "used", scopes: ["reports:read"] });
  await organization.ask({ url: "/api/v1/reports", key: body.data.key });
  const readLastUse = async () => {
    const list = await organization.ask<ListBody>({ url: "/api/v1/api-keys?per_page=100" });
    return list.body.data.find(({ id }) => id === body.data.id)?.last_used_at;
  };
  await expect.poll(readLastUse).toEqual(expect.any(String));
});

test("a key cannot grant a scope that it does not have", async () => {
  const admin = await organization.createKey(["keys:admin", "reports:read"]);
  const refused = await create({ name: "more", scopes: ["reports:read", "ingest:write"] satisfies Scope[] }, admin);
  expect([refused.status, refused.body.code]).toEqual([403, "missing_scope"]);
  expect(refused.body.detail).toContain("/body/scopes/1 ingest:write");
  expect((await create({ name: "as much", scopes: ["reports:read"] }, admin)).status).toBe(201);
});

test.for([
  { name: "x" },
  { scopes: ["reports:read"] },
  { name: "", scopes: ["reports:read"] },
  { name: "x".repeat(101), scopes: ["reports:read"] },
  { name: "two\nlines", scopes: ["reports:read"] },
  { name: "x", scopes: [] },
  { name: "x", scopes: ["everything"] },
  { name: "x", scopes: "reports:read" },
  { name: 5, scopes: ["reports:read"] },
  { name: "x", scopes: ["reports:read"], expires_at: "2020-01-01T00:00:00Z" },
  { name: "x", scopes: ["reports:read"], expires_at: "tomorrow" },
  { name: "x", scopes: ["reports:read"], key: "mine" },
])("the body %j is refused", async (body) => {
  expect((await create(body)).status).toBe(400);
});

test("a key works until it expires", async () => {
  const expires_at = new Date(Date.now() + 1500).toISOString();
  const { body } = await create({ name: "short", scopes: ["reports:read"], expires_at });
  expect(body).toMatchObject({ data: { expires_at } });
  const ask = async () => (await organization.ask({ url: "/api/v1/reports", key: body.data.key })).status;
  expect(await ask()).toBe(200);
  await expect.poll(ask, { timeout: 5000 }).toBe(401);
});

test("a key cannot create a key that outlives it", async () => {
  const toTime = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const expires_at = toTime(60);
  const admin = await create({ name: "guest", scopes: ["keys:admin", "reports:read"], expires_at });
  const createOwn = (more: object) => create({ name: "own", scopes: ["reports:read"], ...more }, admin.body.data.key);
  for (const later of [toTime(61), null]) {
    const refused = await createOwn({ expires_at: later });
    expect([refused.status, refused.body.code]).toEqual([400, "invalid_request"]);
    expect(refused.text).toContain("/body/expires_at");
    expect(refused.text).toContain(expires_at);
  }
  expect(await createOwn({})).toMatchObject({ status: 201, body: { data: { expires_at } } });
  const sooner = toTime(5);
  expect(await createOwn({ expires_at: sooner })).toMatchObject({
    status: 201,
    body: { data: { expires_at: sooner } },
  });
});

test("a revoked key is refused at once in this process, and within 5 s by a process that has just used it", async () => {
  const { body } = await create({ name: "leaked", scopes: ["reports:read"] });
  const elsewhere = await createMetadataStore({ url: api.databaseUrl });
  const other = await api.createServer({ metadata: elsewhere });
  const ask = { url: "/api/v1/reports", key: body.data.key };
  expect((await organization.ask({ ...ask, server: other })).status).toBe(200);
  const url = `/api/v1/api-keys/${body.data.id}`;
  expect((await organization.ask({ method: "DELETE", url })).status).toBe(204);
  const revokedAt = Date.now();
  expect((await organization.ask(ask)).status).toBe(401);
  await expect
    .poll(async () => (await organization.ask({ ...ask, server: other })).status, { timeout: 10_000 })
    .toBe(401);
  expect(Date.now() - revokedAt).toBeLessThan(5000);
  expect((await organization.ask({ method: "DELETE", url })).status).toBe(204);
  await elsewhere.close();
});

test("the last key that can manage keys cannot be revoked until another one exists", async () => {
  const other = await api.createOrganization();
  const own = (await other.ask<ListBody>({ url: "/v1/api-keys" })).body.data[0]?.id ?? "";
  const revoke = () => other.ask<ProblemBody>({ method: "DELETE", url: `/v1/api-keys/${own}` });
  const refused = await revoke();
  expect([refused.status, refused.body.code]).toEqual([409, "last_admin_key"]);
  await other.createKey(["keys:admin"]);
  expect((await revoke()).status).toBe(204);
});

test("an organization has at most 100 valid keys", async () => {
  const other = await api.createOrganization();
  for (let index = 1; index < 100; index += 1) await other.createKey(["reports:read"]);
  const body = { name: "one more", scopes: ["reports:read"] };
  const refused = await other.ask<ProblemBody>({ method: "POST", url: "/v1/api-keys", body });
  expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
});

test("managing keys needs the scope keys:admin", async () => {
  const key = await organization.createKey(["reports:read", "webhooks:write"]);
  expect((await organization.ask({ url: "/api/v1/api-keys", key })).status).toBe(403);
  expect((await create({ name: "x", scopes: ["reports:read"] }, key)).status).toBe(403);
  expect((await organization.ask({ method: "DELETE", url: "/api/v1/api-keys/x", key })).status).toBe(403);
});
