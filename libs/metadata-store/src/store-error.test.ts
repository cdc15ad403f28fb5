import { openDatabase } from "@ruaflow/postgres";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMetadataStore } from "./metadata-store.ts";
import { aClaim } from "./testing/a-claim.ts";
import { startMetadataStore } from "./testing/index.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;

beforeEach(async () => {
  running = await startMetadataStore();
});

afterEach(() => running.stop());

const unavailable = { name: "StoreUnavailableError", code: "store_unavailable" };

test("a connection that breaks inside a transaction is an error with a code, and the next call works", async () => {
  const { store, url } = running;
  const organization = await store.tenants.createOrganization({ name: "Example", plan: "free" });
  const { verified } = await store.domains.saveVerifiedDomains(organization.id, ["example.com"]);
  const other = new pg.Client(url);
  await other.connect();
  await other.query("BEGIN");
  await other.query("SELECT * FROM domains FOR UPDATE");
  const owner = { organizationId: organization.id, domainId: verified[0]?.domainId ?? "" };
  const claim = store.reports.claimReports([aClaim(owner)]);
  const refusal = expect(claim).rejects.toMatchObject(unavailable);
  const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await other.query(terminate)).rowCount).toBe(1);
  await refusal;
  await other.query("COMMIT");
  await other.end();
  expect(await store.reports.findKnownReports(["0".repeat(64)])).toEqual(new Map());
});

test("a connection that breaks between two statements of a transaction does not crash the process", async () => {
  const database = openDatabase(running.url, 2);
  const work = database.transaction(async (transaction) => {
    const [own] = await transaction.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await database.query("SELECT pg_terminate_backend($1), pg_sleep(0.2)", [own?.pid]);
    await transaction.query("SELECT 1");
  });
  await expect(work).rejects.toMatchObject(unavailable);
  expect(await database.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await database.close();
});

test("idle connections that break do not crash the process", async () => {
  const { store, url } = running;
  await Promise.all([store.ping(), store.ping(), store.ping()]);
  const other = new pg.Client(url);
  await other.connect();
  await other.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
  );
  await other.end();
  await expect.poll(() => store.ping().then(() => "pong")).toBe("pong");
});

test("an unreachable database is an error with a code", async () => {
  await expect(createMetadataStore({ url: "postgres://x:y@127.0.0.1:1/z" })).rejects.toMatchObject(unavailable);
});

test("what no later try would change is a refusal, not an outage", async () => {
  const failure = await running.store.domains
    .createDomain("org_unknown", "example.com")
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "RefusedWriteError", cause: { code: "23503" } });
});

test.for([
  ["a value that breaks a CHECK", "INSERT INTO numbers VALUES (-1, 'a')", "23514"],
  ["a value that must be there", "INSERT INTO numbers VALUES (NULL, 'a')", "23502"],
  ["a number that is too large", "INSERT INTO numbers VALUES (1e10::bigint, 'a')", "22003"],
  [
    "a text that is too long for an index",
    "INSERT INTO numbers SELECT 1, string_agg(md5(n::text), '') FROM generate_series(1, 9999) n",
    "54000",
  ],
] as const)("%s is refused for good", async ([, statement, code]) => {
  const database = openDatabase(running.url, 1);
  await database.query("CREATE TABLE IF NOT EXISTS numbers (n int NOT NULL CHECK (n >= 0), name text)");
  await database.query("CREATE INDEX ON numbers (name)");
  await expect(database.query(statement)).rejects.toMatchObject({ name: "RefusedWriteError", cause: { code } });
  await database.close();
});

test("a unique violation is returned unchanged, because its caller may read again", async () => {
  const database = openDatabase(running.url, 1);
  await database.query("CREATE TABLE names (name text PRIMARY KEY)");
  await database.query("INSERT INTO names VALUES ('a')");
  await expect(database.query("INSERT INTO names VALUES ('a')")).rejects.toMatchObject({ code: "23505" });
  await database.close();
});
