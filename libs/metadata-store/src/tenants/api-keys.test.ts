import { type Database, openDatabase } from "@ruaflow/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMetadataStore } from "../testing/index.ts";
import { createKeyAuthenticator } from "./authenticate-key.ts";
import type { Organization } from "./organizations.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let database: Database;
let organization: Organization;

beforeAll(async () => {
  running = await startMetadataStore();
  database = openDatabase(running.url, 2);
  organization = await running.store.tenants.createOrganization({ name: "Example", plan: "protect" });
});

afterAll(async () => {
  await database.close();
  await running.stop();
});

async function listKeys(organizationId: string) {
  return (await running.store.tenants.listApiKeys(organizationId, { page: 1, perPage: 1000 })).items;
}

async function createKey(expiresAt?: Date) {
  const options = expiresAt === undefined ? {} : { expiresAt };
  return running.store.tenants.createApiKey(organization.id, { name: "test", scopes: ["reports:read"], ...options });
}

test("a key is shown once and identifies its organization", async () => {
  const { key, apiKey } = await createKey();
  expect(key).toMatch(/^ruaflow_[0-9A-Za-z]{8,}_[0-9A-Za-z]{32,}$/);
  expect(await running.store.tenants.authenticateKey(key)).toEqual({
    keyId: apiKey.id,
    organizationId: organization.id,
    plan: "protect",
    countUnauthenticated: false,
    scopes: ["reports:read"],
  });
  expect(JSON.stringify(await listKeys(organization.id))).not.toContain(key.split("_")[2]);
});

test("only the exact key is accepted", async () => {
  const { key } = await createKey();
  const other = await createKey();
  const [, id = "", secret = ""] = key.split("_");
  const changed = `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`;
  const wrong = [
    "",
    "ruaflow",
    key.slice(0, -1),
    `${key}A`,
    ` ${key}`,
    `${key}\n`,
    `ruaflow_${id}_${changed}`,
    `ruaflow_${other.apiKey.id}_${secret}`,
    `ruaflow_${"A".repeat(id.length)}_${secret}`,
    `ruaflow_${id}_${"A".repeat(1_000_000)}`,
  ];
  for (const text of wrong) expect(await running.store.tenants.authenticateKey(text)).toBeNull();
  expect(await running.store.tenants.authenticateKey(key)).not.toBeNull();
});

test("a revoked key is refused at once here, and within 5 s by other processes", async () => {
  const { key, apiKey } = await createKey();
  let clock = Date.now();
  const elsewhere = createKeyAuthenticator(database, () => clock);
  expect(await elsewhere.authenticate(key)).not.toBeNull();
  expect(await running.store.tenants.authenticateKey(key)).not.toBeNull();
  expect(await running.store.tenants.revokeApiKey(organization.id, apiKey.id)).toBe("revoked");
  expect(await running.store.tenants.authenticateKey(key)).toBeNull();
  clock += 5_000;
  expect(await elsewhere.authenticate(key)).toBeNull();
});

test("a key costs one database query every few seconds, not one for each request", async () => {
  const { key } = await createKey();
  const verbs: (string | undefined)[] = [];
  const counted: Database = {
    ...database,
    query: (sql, values) => {
      verbs.push(sql.split(" ")[0]);
      return database.query(sql, values);
    },
  };
  const authenticator = createKeyAuthenticator(counted);
  for (let i = 0; i < 100; i++) await authenticator.authenticate(key);
  expect(verbs).toEqual(["SELECT", "UPDATE"]);
});

test("a key is refused from the moment it expires, cached or not", async () => {
  const { key } = await createKey(new Date(Date.now() + 60_000));
  let clock = Date.now();
  const authenticator = createKeyAuthenticator(database, () => clock);
  clock += 59_000;
  expect(await authenticator.authenticate(key)).not.toBeNull();
  clock += 1_500;
  expect(await authenticator.authenticate(key)).toBeNull();
});

test("another organization can neither see nor revoke a key", async () => {
  const otherOrganization = await running.store.tenants.createOrganization({ name: "Other", plan: "free" });
  const { key, apiKey } = await createKey();
  expect(await running.store.tenants.revokeApiKey(otherOrganization.id, apiKey.id)).toBe("unknown");
  expect(await listKeys(otherOrganization.id)).toEqual([]);
  expect(await running.store.tenants.authenticateKey(key)).not.toBeNull();
});

test("the time of last use is written at most once a minute", async () => {
  const { key, apiKey } = await createKey();
  const readLastUse = async () =>
    (await listKeys(organization.id)).find(({ id }) => id === apiKey.id)?.lastUsedAt ?? null;
  let clock = Date.now();
  const authenticator = createKeyAuthenticator(database, () => clock);
  await authenticator.authenticate(key);
  await expect.poll(readLastUse).not.toBeNull();
  const first = await readLastUse();
  clock += 61_000;
  await authenticator.authenticate(key);
  await createKeyAuthenticator(database, () => clock).authenticate(key);
  await database.query("SELECT pg_sleep(0.1)");
  expect(await readLastUse()).toEqual(first);
  await database.query("UPDATE api_keys SET last_used_at = now() - interval '2 minutes' WHERE id = $1", [apiKey.id]);
  clock += 61_000;
  await authenticator.authenticate(key);
  await expect.poll(async () => (await readLastUse())?.getTime() ?? 0).toBeGreaterThanOrEqual(first?.getTime() ?? 0);
});

test("the database holds no secret of any key", async () => {
  const keys = await Promise.all(Array.from({ length: 100 }, () => createKey()));
  for (const { key } of keys) await running.store.tenants.authenticateKey(key);
  const tables = await database.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const dump: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
    dump.push(...rows.map(({ row }) => row));
  }
  const text = dump.join("\n");
  for (const { key, apiKey } of keys) {
    const secret = key.split("_")[2] ?? "";
    expect(text.includes(apiKey.id)).toBe(true);
    expect(text.includes(secret)).toBe(false);
    expect(text.includes(Buffer.from(secret).toString("hex"))).toBe(false);
  }
});

test("the last key that can manage keys stays, whatever happens at the same time", async () => {
  const { store } = running;
  const { id } = await store.tenants.createOrganization({ name: "Admins", plan: "free" });
  const create = async (expiresAt?: Date) => {
    const options = expiresAt === undefined ? {} : { expiresAt };
    return (await store.tenants.createApiKey(id, { name: "admin", scopes: ["keys:admin"], ...options })).apiKey;
  };
  const admins = await Promise.all(Array.from({ length: 8 }, () => create()));
  await create(new Date(Date.now() - 1000));
  const results = await Promise.all(admins.map((admin) => store.tenants.revokeApiKey(id, admin.id)));
  expect(results.toSorted()).toEqual(["last-admin", ...Array(7).fill("revoked")]);
  const live = (await listKeys(id)).filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt === null);
  expect(live).toHaveLength(1);
});

test("an organization has at most 100 live keys, however many are created at the same time", async () => {
  const { store } = running;
  const { id } = await store.tenants.createOrganization({ name: "Keys", plan: "free" });
  const newKey = { name: "one", scopes: ["reports:read"] as const };
  const creatorId = (await store.tenants.createApiKey(id, newKey)).apiKey.id;
  const create = () => store.tenants.createApiKeyWithin(id, { ...newKey, creatorId });
  await store.tenants.createApiKey(id, { ...newKey, expiresAt: new Date(Date.now() - 1000) });
  for (let index = 0; index < 94; index += 1) await create();
  const results = await Promise.all(Array.from({ length: 20 }, create));
  const ids = results.flatMap((result) => (result.kind === "created" ? [result.apiKey.id] : []));
  expect(ids).toHaveLength(5);
  await store.tenants.revokeApiKey(id, ids[0] ?? "");
  expect([await create(), await create()]).toMatchObject([{ kind: "created" }, { kind: "limit-reached" }]);
});

test("a key created by an expiring key expires with it or earlier", async () => {
  const { store } = running;
  const { id } = await store.tenants.createOrganization({ name: "Expiring", plan: "free" });
  const end = new Date(Date.now() + 60_000);
  const sooner = new Date(end.getTime() - 1000);
  const newKey = { name: "made", scopes: ["reports:read"] as const };
  const creatorId = (await store.tenants.createApiKey(id, { ...newKey, expiresAt: end })).apiKey.id;
  const create = (more: { expiresAt?: Date | null }) =>
    store.tenants.createApiKeyWithin(id, { ...newKey, ...more, creatorId });
  expect(await create({})).toMatchObject({ apiKey: { expiresAt: end } });
  expect(await create({ expiresAt: end })).toMatchObject({ apiKey: { expiresAt: end } });
  expect(await create({ expiresAt: sooner })).toMatchObject({ apiKey: { expiresAt: sooner } });
  const refused = { kind: "outlives-creator", creatorExpiresAt: end };
  expect(await create({ expiresAt: new Date(end.getTime() + 1) })).toEqual(refused);
  expect(await create({ expiresAt: null })).toEqual(refused);
  expect(await listKeys(id)).toHaveLength(4);
});

test("a key of another organization cannot create keys", async () => {
  const { store } = running;
  const { id } = await store.tenants.createOrganization({ name: "Other", plan: "free" });
  const creatorId = (await createKey()).apiKey.id;
  const made = store.tenants.createApiKeyWithin(id, { name: "made", scopes: ["reports:read"], creatorId });
  await expect(made).rejects.toThrow();
  expect(await listKeys(id)).toEqual([]);
});
