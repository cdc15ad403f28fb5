import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executeSql } from "@ruaflow/engines/testing";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { startMetadataStore, startPostgres } from "@ruaflow/metadata-store/testing";
import { createRecordStore } from "@ruaflow/record-store";
import { announce } from "@ruaflow/record-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClickHouseProcess } from "../../libs/engines/src/testing/clickhouse-process.ts";
import { runCommand } from "../support/service.ts";

const root = mkdtempSync(join(tmpdir(), "ruaflow-restore-"));
const folder = join(root, "backup");
const secretsKey = Buffer.alloc(32, 7).toString("base64");
/** Each command is a process of its own. */
const WITHIN_MS = 180_000;
let source: Awaited<ReturnType<typeof startMetadataStore>>;
let target: Awaited<ReturnType<typeof startPostgres>>;
let clickHouse: Awaited<ReturnType<typeof startClickHouseProcess>>;

beforeAll(async () => {
  source = await startMetadataStore();
  target = await startPostgres();
  clickHouse = await startClickHouseProcess("test");
  await source.store.tenants.createOrganization({ name: "Test", plan: "free" });
  // As between the storing of a report and the next publishing of what is visible.
  await executeSql(source.url, "INSERT INTO open_attempts VALUES (1, '{stored}')");
  const withKey = await createMetadataStore({ url: source.url, secretsKey });
  await withKey.close();
  const records = await createRecordStore({ url: toClickHouse("source") });
  await records.migrate();
  await records.close();
});

afterAll(async () => {
  await Promise.all([source.stop(), target.stop(), clickHouse.stop()]);
  await rm(root, { recursive: true, force: true });
});

function toClickHouse(database: string): string {
  const url = new URL(clickHouse.url);
  url.pathname = `/${database}`;
  return url.href;
}

const run = (databaseUrl: string, database: string, ...args: string[]) =>
  runCommand(args, {
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: toClickHouse(database),
    RUAFLOW_SECRETS_KEY: secretsKey,
    RUAFLOW_DATA_DIR: join(root, "data"),
  });

const backUp = () => run(source.url, "source", "backup", folder, "--json");
const restore = (...options: string[]) => run(target.url, "target", "restore", folder, ...options);

const listTables = () => executeSql(target.url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'");

/** The restore is refused with these words, and the target is as it was. */
async function expectRefused(words: string): Promise<void> {
  const { code, stderr } = await restore();
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(await listTables()).toEqual([]);
}

async function withChanged(file: string, change: (text: string) => string, work: () => Promise<void>): Promise<void> {
  const path = join(folder, file);
  const before = await readFile(path);
  await writeFile(path, change(before.toString("latin1")), "latin1");
  await work();
  await writeFile(path, before);
}

test(
  "a folder with other files is left alone, and an interrupted backup is begun anew",
  async () => {
    await mkdir(folder);
    await writeFile(join(folder, "other"), "");
    expect(await backUp()).toMatchObject({ code: 2, stderr: expect.stringContaining("is not empty") });
    await writeFile(join(folder, "backup-unfinished"), "");
    await expectRefused("is not a complete backup");
    const { code, stdout, stderr } = await backUp();
    expect([code, stderr.includes("rror"), code === 0 ? "" : stderr]).toEqual([0, false, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ organizations: 1, reports: "0" });
    await expect(readFile(join(folder, "other"))).rejects.toThrow("ENOENT");
  },
  WITHIN_MS,
);

test(
  "a backup with a changed, shortened or missing file is refused before anything is touched",
  async () => {
    const file = "postgres/public.organizations.copy.zst";
    await withChanged(
      file,
      (text) => `${text}x`,
      () => expectRefused(file),
    );
    await withChanged(
      file,
      (text) => text.slice(0, -1),
      () => expectRefused(file),
    );
    const bytes = await readFile(join(folder, file));
    await rm(join(folder, file));
    await expectRefused(file);
    await writeFile(join(folder, file), bytes);
  },
  WITHIN_MS,
);

/** Alters the manifest as someone can who does not have the secrets key: its digest goes, as in an older release's backup. */
const withAltered = (change: (manifest: Backup) => void, work: () => Promise<void>) =>
  withChanged(
    "manifest.json",
    (text) => {
      const { seal: _, ...manifest }: Backup & { readonly seal?: unknown } = JSON.parse(text);
      change(manifest);
      return JSON.stringify(manifest);
    },
    work,
  );

interface Backup {
  format: number;
  readonly postgres: { schemaVersion: number; readonly tables: { name: string }[] };
  readonly clickHouse: { migrations: number };
}

test(
  "a backup of a newer release is refused",
  async () => {
    await withAltered(
      ({ postgres }) => Object.assign(postgres, { schemaVersion: 9999 }),
      () => expectRefused("is of a newer release"),
    );
    await withAltered(
      ({ clickHouse: rows }) => Object.assign(rows, { migrations: 9999 }),
      () => expectRefused("is of a newer release"),
    );
    await withAltered(
      (manifest) => Object.assign(manifest, { format: 2 }),
      () => expectRefused("was written by another release"),
    );
  },
  WITHIN_MS,
);

test(
  "SQL in the name of a table is refused before anything is touched, and never runs",
  async () => {
    const injected = "public.organizations CASCADE; CREATE TABLE injected (); COMMIT; BEGIN; --";
    await withAltered(
      ({ postgres: { tables } }) => Object.assign(tables[0] ?? {}, { name: injected }),
      async () => {
        await restore();
        expect(await executeSql(target.url, "SELECT to_regclass('injected') AS found")).toEqual([{ found: null }]);
        await expectRefused("names");
      },
    );
  },
  WITHIN_MS,
);

test(
  "a signed backup that was altered without the secrets key is refused, whether or not its digest fits",
  async () => {
    const change = (text: string) => text.replace(/"takenAt": "\d+/, '"takenAt": "1999');
    await withChanged("manifest.json", change, () => expectRefused("its digest does not match"));
    const reseal = (text: string) => {
      const { seal, ...manifest } = JSON.parse(change(text));
      const sha256 = createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
      return JSON.stringify({ ...manifest, seal: { ...seal, sha256 } });
    };
    await withChanged("manifest.json", reseal, () => expectRefused("This secrets key did not sign the manifest"));
  },
  WITHIN_MS,
);

test(
  "a backup of a release that wrote no digest is restored, with a warning",
  async () => {
    await withAltered(
      () => undefined,
      async () => {
        const { code, stdout, stderr } = await restore();
        expect([code, stdout, stderr]).toEqual([
          0,
          expect.stringContaining("numbers are equal"),
          expect.stringContaining("warning: The manifest has no digest"),
        ]);
      },
    );
    await executeSql(target.url, "DROP SCHEMA public CASCADE");
    await executeSql(target.url, "CREATE SCHEMA public");
  },
  WITHIN_MS,
);

test(
  "a target with data is replaced only on request",
  async () => {
    const signed = await restore();
    expect(signed).toMatchObject({ code: 0, stdout: expect.stringContaining("numbers are equal") });
    expect(signed.stderr).not.toContain("warning");
    await executeSql(target.url, "UPDATE organizations SET name = 'Changed'");
    expect(await restore()).toMatchObject({ code: 2, stderr: expect.stringContaining("--replace") });
    expect(await executeSql(target.url, "SELECT name FROM organizations")).toEqual([{ name: "Changed" }]);
    expect(await restore("--replace")).toMatchObject({ code: 0 });
    expect(await executeSql(target.url, "SELECT name FROM organizations")).toEqual([{ name: "Test" }]);
    await executeSql(target.url, "DELETE FROM organizations");
    await appendRow();
    // Rows in ClickHouse are data, too.
    expect(await restore()).toMatchObject({ code: 2, stderr: expect.stringContaining("--replace") });
  },
  WITHIN_MS,
);

async function appendRow(): Promise<void> {
  const records = await createRecordStore({ url: toClickHouse("target") });
  await records.markDeleted(announce("org_x"), { organizationId: "org_x", domainId: "dom_x" });
  await records.close();
}
