import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeArchive } from "./archive-file.ts";
import { readManifest, writeManifest } from "./manifest.ts";
import type { Manifest } from "./manifest-schema.ts";
import { describeDoubt, requireSignature, seal } from "./seal.ts";
import { verifyBackup } from "./verify-backup.ts";

const KEY = Buffer.alloc(32, 1).toString("base64");
const OTHER_KEY = Buffer.alloc(32, 2).toString("base64");
const BODY = { key: `ab/${"a".repeat(64)}-sub_1.zst`, content: "a body" };

let root: string;
let folder: string;
let written: Manifest;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "ruaflow-manifest-"));
  folder = join(root, "backup");
  await writeBody(folder, BODY.key);
  written = await createBackup([BODY.key]);
});

afterEach(() => rm(root, { recursive: true }));

async function writeBody(inFolder: string, key: string): Promise<void> {
  await mkdir(join(inFolder, "bodies", "ab"), { recursive: true });
  await writeFile(join(inFolder, "bodies", key), BODY.content);
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const bytesOf = async function* (text: string) {
  yield text;
};

/** A backup with one table of each store, and bodies with these keys. */
async function createBackup(keys: readonly string[]): Promise<Manifest> {
  const body = { bytes: BODY.content.length, sha256: digest(BODY.content) };
  const lines = keys.map((key) => `${JSON.stringify({ key, ...body })}\n`).join("");
  const table = async (file: string) => ({ ...(await writeArchive(folder, file, bytesOf("row\n"))), rows: 1 });
  const content = {
    format: 1 as const,
    id: "backup-20260131T000000000Z",
    release: "0.1.0",
    takenAt: "2026-01-31T00:00:00.000Z",
    sealedCheck: null,
    postgres: {
      schemaVersion: 1,
      tables: [
        { name: "public.domains", columns: ["id"], ...(await table("postgres/public.domains.copy.zst")) },
        { name: "event_log.messages", columns: ["id"], ...(await table("postgres/event_log.messages.copy.zst")) },
      ],
      sequences: [],
      organizations: [],
    },
    clickHouse: {
      migrations: 1,
      tables: [{ name: "records", columns: ["day"], ...(await table("clickhouse/records.jsonl.zst")) }],
      organizations: [{ organizationId: "org_1", reports: "1", records: "1", messages: "18446744073709551615" }],
    },
    bodies: {
      list: await writeArchive(folder, "bodies.jsonl.zst", bytesOf(lines)),
      ...{ objects: keys.length, bytes: 6, missing: 0, stores: ["file:///srv/raw"], elsewhere: [] },
    },
    log: { driver: "postgres", group: "g", topic: "t", partitions: [{ partition: 0, committed: "0", end: "9" }] },
  };
  const sealed = seal(content, KEY);
  await writeManifest(folder, sealed);
  return sealed;
}

/** As someone alters it who can write to the folder and knows what Ruaflow computes. */
async function alter(change: (manifest: Manifest) => void): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  change(manifest);
  await writeManifest(folder, seal(manifest, null));
}

test("what was written is read", async () => {
  expect(await readManifest(folder)).toEqual(written);
  await verifyBackup(folder, written);
});

const set = (target: object | undefined, fields: object) => void Object.assign(target ?? {}, fields);

test.each<[string, (manifest: Manifest) => void]>([
  ["a table with SQL in its name", ({ postgres }) => set(postgres.tables[0], { name: "public.domains; DROP TABLE x" })],
  ["a table of PostgreSQL", ({ postgres }) => set(postgres.tables[0], { name: "pg_catalog.pg_authid" })],
  ["the table of migrations", ({ postgres }) => set(postgres.tables[0], { name: "public.schema_migrations" })],
  ["a table without its schema", ({ postgres }) => set(postgres.tables[0], { name: "domains" })],
  ["a table twice", ({ postgres }) => void postgres.tables.push(...postgres.tables)],
  ["a table of ClickHouse", ({ clickHouse }) => set(clickHouse.tables[0], { name: "system.users" })],
  ["a file above the folder", ({ postgres }) => set(postgres.tables[0], { file: "../../etc/shadow" })],
  ["an absolute file", ({ clickHouse }) => set(clickHouse.tables[0], { file: "/etc/shadow" })],
  ["another table's file", ({ clickHouse, postgres }) => set(clickHouse.tables[0], { file: postgres.tables[0]?.file })],
  ["a list of bodies elsewhere", ({ bodies }) => set(bodies.list, { file: "../bodies.jsonl.zst" })],
])("%s is refused", async (_, change) => {
  await alter(change);
  await expect(readManifest(folder)).rejects.toThrow("which is not part of a backup");
});

test.each<[string, (manifest: Manifest) => void]>([
  ["an escape sequence for the terminal", (manifest) => set(manifest, { takenAt: "\u001b[2J" })],
  ["a schema before the first", ({ postgres }) => set(postgres, { schemaVersion: -1 })],
  ["no tables", ({ postgres }) => set(postgres, { tables: [] })],
  ["a table without columns", ({ postgres }) => set(postgres.tables[0], { columns: [] })],
  [
    "a value of a sequence that is no number",
    ({ postgres }) => set(postgres, { sequences: [{ name: "s", last: "1+1" }] }),
  ],
])("%s makes a manifest that is not one", async (_, change) => {
  await alter(change);
  await expect(readManifest(folder)).rejects.toThrow("is damaged");
});

test.each(["manifest.json", "postgres/public.domains.copy.zst", "bodies.jsonl.zst", `bodies/${BODY.key}`])(
  "%s that is a link is not read, even where it leads to the same bytes",
  async (file) => {
    const outside = join(root, "outside");
    await writeFile(outside, await readFile(join(folder, file)));
    await rm(join(folder, file));
    await symlink(outside, join(folder, file));
    const refused = readManifest(folder).then((manifest) => verifyBackup(folder, manifest));
    await expect(refused).rejects.toThrow(file === "manifest.json" ? "has no manifest.json" : file);
  },
);

test("a folder of the backup that is a link is not read", async () => {
  await rm(join(folder, "postgres"), { recursive: true });
  await symlink("/etc", join(folder, "postgres"));
  await expect(verifyBackup(folder, written)).rejects.toThrow("postgres/public.domains.copy.zst");
});

test.each(["../../../etc/cron.d/x", "/etc/passwd", "../../../../dev/zero", "ab/short.zst"])(
  "a body named %s is refused",
  async (key) => {
    await expect(verifyBackup(folder, await createBackup([key]))).rejects.toThrow("a line that is not a body");
  },
);

test("a signature shows every alteration to those who have the secrets key", async () => {
  expect(describeDoubt(written)).toBe(null);
  requireSignature(written, KEY);
  for (const key of [OTHER_KEY, null])
    expect(() => requireSignature(written, key)).toThrow("This secrets key did not sign the manifest");
  const altered = { ...seal({ ...written, release: "9" }, OTHER_KEY) };
  expect(() => requireSignature(altered, KEY)).toThrow("someone has altered the backup");
});

test("a backup without a signature passes, and says what is not proven", async () => {
  const unsigned = seal(written, null);
  requireSignature(unsigned, KEY);
  expect(describeDoubt(unsigned)).toContain("is not signed");
  const { seal: _, ...old } = written;
  requireSignature(old, KEY);
  expect(describeDoubt(old)).toContain("backups of earlier releases");
});

test("a manifest with another digest is damaged", async () => {
  await writeManifest(folder, { ...written, release: "0.1.1" });
  await expect(readManifest(folder)).rejects.toThrow("its digest does not match");
});
