import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { migrate, readMigrationStatus } from "@ruaflow/postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createMetadataStore } from "./metadata-store.ts";
import { migrateMetadata, readMetadataMigrations } from "./migrations.ts";
import { startPostgres } from "./testing/index.ts";

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let folder: string;
let migrations: URL;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-migrations-"));
  migrations = pathToFileURL(`${folder}/`);
  await writeFile(join(folder, "0001-first.sql"), "CREATE TABLE first (id int);");
  await ask("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
});

afterEach(() => rm(folder, { recursive: true }));

async function ask(sql: string): Promise<unknown[]> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("the product's migrations can run twice and in several processes at once, with one effect", async () => {
  const statuses = await Promise.all([
    migrateMetadata(postgres.url),
    migrateMetadata(postgres.url),
    migrateMetadata(postgres.url),
  ]);
  statuses.push(await migrateMetadata(postgres.url), await readMetadataMigrations(postgres.url));
  for (const status of statuses) expect(status).toMatchObject({ version: status.knownVersion, pending: [] });
  const files = (await readdir(new URL("./migrations/", import.meta.url))).filter((name) => name.endsWith(".sql"));
  expect(await ask("SELECT name FROM schema_migrations ORDER BY version")).toEqual(
    files.sort().map((name) => ({ name })),
  );
});

test("only missing migrations run", async () => {
  expect(await readMigrationStatus(postgres.url, migrations)).toEqual({
    version: 0,
    knownVersion: 1,
    pending: ["0001-first.sql"],
  });
  await migrate(postgres.url, migrations);
  await writeFile(join(folder, "0002-second.sql"), "ALTER TABLE first ADD COLUMN name text;");
  expect(await readMigrationStatus(postgres.url, migrations)).toMatchObject({
    version: 1,
    pending: ["0002-second.sql"],
  });
  expect(await migrate(postgres.url, migrations)).toEqual({ version: 2, knownVersion: 2, pending: [] });
});

test("a migration that fails leaves nothing behind", async () => {
  await writeFile(join(folder, "0002-second.sql"), "CREATE TABLE second (id int); SELECT 1 / 0;");
  await expect(migrate(postgres.url, migrations)).rejects.toMatchObject({ code: "migration_failed" });
  expect(await ask("SELECT to_regclass('first') AS first, to_regclass('second') AS second")).toEqual([
    { first: "first", second: null },
  ]);
  expect(await readMigrationStatus(postgres.url, migrations)).toMatchObject({ version: 1 });
});

test("a schema newer than the program is refused", async () => {
  await migrate(postgres.url, migrations);
  await ask("INSERT INTO schema_migrations (version, name, checksum) VALUES (2, '0002-future.sql', 'x')");
  await expect(migrate(postgres.url, migrations)).rejects.toMatchObject({ code: "schema_newer" });
  await expect(readMigrationStatus(postgres.url, migrations)).rejects.toMatchObject({ code: "schema_newer" });
});

test("a migration that was changed after it ran is refused", async () => {
  await migrate(postgres.url, migrations);
  await writeFile(join(folder, "0001-first.sql"), "CREATE TABLE first (id bigint);");
  await expect(migrate(postgres.url, migrations)).rejects.toMatchObject({ code: "migration_changed" });
});

test("the store does not open on a schema that lacks a migration", async () => {
  await expect(createMetadataStore({ url: postgres.url })).rejects.toMatchObject({ code: "schema_outdated" });
});

test("an event without deliveries before the upgrade to lanes is relayed once more", async () => {
  const own = new URL("./migrations/", import.meta.url);
  const before = (await readdir(own)).filter((name) => name.endsWith(".sql") && name < "0013");
  for (const name of await readdir(folder)) await rm(join(folder, name));
  for (const name of before) await copyFile(new URL(name, own), join(folder, name));
  await migrate(postgres.url, migrations);
  await ask(`
    INSERT INTO organizations (id, name, plan) VALUES ('org_1', 'Example', 'plus');
    INSERT INTO webhooks (id, organization_id, url, events, active, created_at)
      VALUES ('wh_1', 'org_1', 'https://a.example', '{report.received}', true, now() - interval '2 hours');
    INSERT INTO events (id, organization_id, domain_id, type, body, created_at, relayed_at)
      SELECT id, 'org_1', 'dom_1', type, '{}', relayed_at, relayed_at FROM (VALUES
        ('evt_lost', 'report.received', now()), ('evt_sent', 'report.received', now()),
        ('evt_unwanted', 'alert.triggered', now()), ('evt_old', 'report.received', now() - interval '1 hour')
      ) AS e (id, type, relayed_at);
    INSERT INTO webhook_deliveries (id, event_id, webhook_id, organization_id, status, lease, lease_until, created_at)
      VALUES ('del_1', 'evt_sent', 'wh_1', 'org_1', 'delivering', 1, now(), now());`);
  await migrateMetadata(postgres.url);
  expect(await ask("SELECT id FROM events WHERE relayed_at IS NULL")).toEqual([{ id: "evt_lost" }]);
  expect(await ask("SELECT lane FROM webhook_deliveries")).toEqual([{ lane: "first" }]);
});
