import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "@ruaflow/postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startMetadataStore } from "../../testing/index.ts";
import type { Scope } from "../api-keys.ts";
import { createKeyAuthenticator } from "../authenticate-key.ts";
import { createSessions, SESSION_DAYS_MAX, SESSION_IDLE_MS, SESSIONS_MAX } from "./sessions.ts";
import { SIGN_IN_LINK_MS } from "./sign-in-links.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let database: Database;
let organizationId: string;
let clock: number;

beforeAll(async () => {
  running = await startMetadataStore();
  database = openDatabase(running.url, 4);
});

afterAll(async () => {
  await database.close();
  await running.stop();
});

beforeEach(async () => {
  clock = Date.now();
  organizationId = (await running.store.tenants.createOrganization({ name: "Example", plan: "plus" })).id;
});

/** A process with its own caches. */
function openProcess() {
  const now = () => clock;
  return createSessions(database, createKeyAuthenticator(database, now), now);
}

async function createKey({ expiresAt, scopes = ["reports:read"] }: { expiresAt?: Date; scopes?: Scope[] } = {}) {
  const newKey = { name: "test", scopes, ...(expiresAt && { expiresAt }) };
  return (await running.store.tenants.createApiKey(organizationId, newKey)).apiKey.id;
}

/** Saved without waiting for it: the request does not either. */
async function awaitExpiry(expected: number): Promise<void> {
  await expect.poll(readExpiry, { interval: 5 }).toBe(expected);
}

async function readExpiry(): Promise<number | undefined> {
  const [row] = await database.query<{ expires_at: Date }>(
    "SELECT s.expires_at FROM sessions s JOIN api_keys k ON k.id = key_id WHERE organization_id = $1",
    [organizationId],
  );
  return row?.expires_at.getTime();
}

test("a session has the organization and scopes of its key; the database has no secret of it", async () => {
  const sessions = openProcess();
  const keyId = await createKey();
  const { token, expiresAt } = await sessions.createSession(keyId);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(expiresAt).toEqual(new Date(clock + SESSION_IDLE_MS));
  const key = { keyId, organizationId, plan: "plus", scopes: ["reports:read"], countUnauthenticated: false };
  expect(await sessions.findSession(token)).toEqual({ key, share: null, expiresAt, isRenewed: false });
  const link = await sessions.createSignInLink(organizationId, keyId);
  const rows = await database.query("SELECT s.*, l.* FROM sessions s, sign_in_links l");
  for (const secret of [token, link?.token ?? ""]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
    const bytes = JSON.stringify(Buffer.from(secret, "base64url"));
    expect(JSON.stringify(rows)).not.toContain(bytes.slice(1, -1));
  }
});

test("only the exact secret is a session, and a link is none", async () => {
  const sessions = openProcess();
  const keyId = await createKey();
  const { token } = await sessions.createSession(keyId);
  const link = await sessions.createSignInLink(organizationId, keyId);
  expect(link?.token).toMatch(/^[A-Za-z0-9_-]{27}$/);
  const wrong = ["", token.slice(1), `${token}=`, ` ${token}`, `${token}\n`, token.toLowerCase(), "A".repeat(43)];
  for (const text of [...wrong, "A".repeat(1_000_000), link?.token ?? ""])
    expect(await sessions.findSession(text)).toBeNull();
  expect(await sessions.useSignInLink(token)).toBeNull();
  expect(await sessions.findSession(token)).not.toBeNull();
});

test("a session ends 12 hours after its last use", async () => {
  const sessions = openProcess();
  const { token } = await sessions.createSession(await createKey());
  clock += SESSION_IDLE_MS - 1;
  expect(await sessions.findSession(token)).toMatchObject({ isRenewed: true });
  await awaitExpiry(clock + SESSION_IDLE_MS);
  clock += SESSION_IDLE_MS - 1;
  expect(await openProcess().findSession(token)).toMatchObject({ isRenewed: true });
  await awaitExpiry(clock + SESSION_IDLE_MS);
  clock += SESSION_IDLE_MS;
  for (const each of [sessions, openProcess()]) expect(await each.findSession(token)).toBeNull();
});

test("use is written at most once a minute, however many processes see it", async () => {
  const [sessions, another] = [openProcess(), openProcess()];
  const { token, expiresAt } = await sessions.createSession(await createKey());
  clock += MINUTE_MS - 1;
  for (const each of [sessions, another, sessions])
    expect(await each.findSession(token)).toMatchObject({ expiresAt, isRenewed: false });
  clock += 1;
  const renewed = { expiresAt: new Date(clock + SESSION_IDLE_MS), isRenewed: true };
  expect(await sessions.findSession(token)).toMatchObject(renewed);
  await awaitExpiry(clock + SESSION_IDLE_MS);
  clock += 4_000;
  for (const each of [another, sessions])
    expect(await each.findSession(token)).toMatchObject({ ...renewed, isRenewed: false });
});

test("a session ends 30 days after signing in, however much it is used", async () => {
  const sessions = openProcess();
  const { token } = await sessions.createSession(await createKey());
  const endsAt = clock + SESSION_DAYS_MAX * DAY_MS;
  while (clock + SESSION_IDLE_MS < endsAt) {
    clock += SESSION_IDLE_MS - MINUTE_MS;
    expect(await sessions.findSession(token)).toMatchObject({ isRenewed: true });
    await awaitExpiry(Math.min(clock + SESSION_IDLE_MS, endsAt));
  }
  clock = endsAt - 1;
  expect(await sessions.findSession(token)).toMatchObject({ expiresAt: new Date(endsAt), isRenewed: false });
  clock = endsAt;
  expect(await sessions.findSession(token)).toBeNull();
});

test("a session never outlives its key", async () => {
  const sessions = openProcess();
  const keyEndsAt = new Date(clock + 60 * MINUTE_MS);
  const { token, expiresAt } = await sessions.createSession(await createKey({ expiresAt: keyEndsAt }));
  expect(expiresAt).toEqual(keyEndsAt);
  clock += 30 * MINUTE_MS;
  expect(await sessions.findSession(token)).toMatchObject({ expiresAt: keyEndsAt, isRenewed: false });
  clock += 30 * MINUTE_MS;
  expect(await sessions.findSession(token)).toBeNull();
});

test("after its key is revoked a session is refused at once here, and within 5 s by other processes", async () => {
  const { tenants } = running.store;
  const keyId = await createKey();
  const { token } = await tenants.createSession(keyId);
  const elsewhere = openProcess();
  for (const each of [tenants, elsewhere]) expect(await each.findSession(token)).not.toBeNull();
  expect(await tenants.revokeApiKey(organizationId, keyId)).toBe("revoked");
  expect(await tenants.findSession(token)).toBeNull();
  clock += 5_000;
  expect(await elsewhere.findSession(token)).toBeNull();
  await expect(elsewhere.createSignInLink(organizationId, keyId)).resolves.toBeNull();
});

test("signing out ends a session at once here, and within 5 s in other processes; others of the key stay", async () => {
  const [here, elsewhere] = [openProcess(), openProcess()];
  const keyId = await createKey();
  const [ended, kept] = [await here.createSession(keyId), await here.createSession(keyId)];
  for (const each of [here, elsewhere]) expect(await each.findSession(ended.token)).not.toBeNull();
  await here.endSession(ended.token);
  await here.endSession("not a secret");
  expect(await here.findSession(ended.token)).toBeNull();
  clock += 5_000;
  expect(await elsewhere.findSession(ended.token)).toBeNull();
  expect(await elsewhere.findSession(kept.token)).not.toBeNull();
});

test("a request costs no query while its session and key were read a moment ago", async () => {
  const { token } = await openProcess().createSession(await createKey());
  const verbs: (string | undefined)[] = [];
  const counted: Database = {
    ...database,
    query: (sql, values) => {
      verbs.push(sql.trim().split(/\s/)[0]);
      return database.query(sql, values);
    },
  };
  const sessions = createSessions(counted, createKeyAuthenticator(counted));
  for (let count = 0; count < 20; count += 1) expect(await sessions.findSession(token)).not.toBeNull();
  // The UPDATE is the key's last use.
  expect(verbs.toSorted()).toEqual(["SELECT", "SELECT", "UPDATE"]);
});

test("a key has at most 100 sessions, also when browsers sign in at the same time: the oldest end", async () => {
  const keyId = await createKey();
  const other = await openProcess().createSession(await createKey());
  const oldest = await openProcess().createSession(keyId);
  clock += 1;
  await Promise.all(Array.from({ length: SESSIONS_MAX + 2 }, () => openProcess().createSession(keyId)));
  const [row] = await database.query("SELECT count(*)::int AS total FROM sessions WHERE key_id = $1", [keyId]);
  expect(row).toEqual({ total: SESSIONS_MAX });
  expect(await openProcess().findSession(oldest.token)).toBeNull();
  expect(await openProcess().findSession(other.token)).not.toBeNull();
});

test("sign-ins with one key follow one another, or each would count without the other", async () => {
  const keyId = await createKey();
  const signIn = await database.transaction(async (another) => {
    await another.query("SELECT id FROM api_keys WHERE id = $1 FOR NO KEY UPDATE", [keyId]);
    const session = openProcess().createSession(keyId);
    expect(await Promise.race([session, sleep(200, "waits")])).toBe("waits");
    return { session };
  });
  expect(await openProcess().findSession((await signIn.session).token)).not.toBeNull();
});

test("a link signs in once, also when two browsers open it at the same time", async () => {
  const keyId = await createKey();
  const link = await openProcess().createSignInLink(organizationId, keyId);
  expect(link).toMatchObject({ keyId, expiresAt: new Date(clock + SIGN_IN_LINK_MS) });
  const used = await Promise.all([1, 2, 3].map(() => openProcess().useSignInLink(link?.token ?? "")));
  expect(used.filter((key) => key !== null)).toMatchObject([{ keyId, organizationId }]);
  expect(await openProcess().useSignInLink(link?.token ?? "")).toBeNull();
});

test("a link ends after 10 minutes, and with its key", async () => {
  const sessions = openProcess();
  const [late, inTime] = [await createLink(), await createLink()];
  clock += SIGN_IN_LINK_MS - 1;
  expect(await sessions.useSignInLink(inTime)).not.toBeNull();
  clock += 1;
  expect(await sessions.useSignInLink(late)).toBeNull();
  const keyId = await createKey();
  const revoked = await sessions.createSignInLink(organizationId, keyId);
  await running.store.tenants.revokeApiKey(organizationId, keyId);
  expect(await openProcess().useSignInLink(revoked?.token ?? "")).toBeNull();
});

async function createLink(): Promise<string> {
  return (await openProcess().createSignInLink(organizationId, await createKey()))?.token ?? "";
}

test("a link without a key is of the organization's oldest valid key that manages keys", async () => {
  const create = () => openProcess().createSignInLink(organizationId);
  const scopes: Scope[] = ["keys:admin"];
  await createKey();
  expect(await create()).toBeNull();
  await createKey({ scopes, expiresAt: new Date(clock - 1) });
  const first = await createKey({ scopes });
  const second = await createKey({ scopes });
  expect(await create()).toMatchObject({ keyId: first });
  await running.store.tenants.revokeApiKey(organizationId, first);
  expect(await create()).toMatchObject({ keyId: second });
});

test("no link is of another organization's key", async () => {
  const keyId = await createKey();
  const other = await running.store.tenants.createOrganization({ name: "Other", plan: "free" });
  expect(await openProcess().createSignInLink(other.id, keyId)).toBeNull();
  expect(await openProcess().createSignInLink(other.id)).toBeNull();
});

test("what has ended is swept, what has not stays; an organization's deletion takes the rest", async () => {
  const { tenants, domains } = running.store;
  await database.query("DELETE FROM sessions");
  await database.query("DELETE FROM sign_in_links");
  const keyId = await createKey();
  clock -= SESSION_IDLE_MS;
  await openProcess().createSession(keyId);
  await openProcess().createSignInLink(organizationId, keyId);
  clock += SESSION_IDLE_MS;
  const { token } = await openProcess().createSession(keyId);
  await openProcess().createSignInLink(organizationId, keyId);
  const count = () =>
    database.query(
      "SELECT (SELECT count(*)::int FROM sessions) AS sessions, (SELECT count(*)::int FROM sign_in_links) AS links",
    );
  expect(await count()).toEqual([{ sessions: 2, links: 2 }]);
  await tenants.sweepSessions();
  expect(await count()).toEqual([{ sessions: 1, links: 1 }]);
  expect(await openProcess().findSession(token)).not.toBeNull();
  expect(await domains.deleteOrganization(organizationId)).toBe("deleted");
  expect(await count()).toEqual([{ sessions: 0, links: 0 }]);
});
