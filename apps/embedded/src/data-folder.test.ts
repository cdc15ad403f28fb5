import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "@ruaflow/runtime/errors";
import { afterAll, expect, test } from "vitest";
import { openDataFolder } from "./data-folder.ts";

const parent = mkdtempSync(join(tmpdir(), "ruaflow-data-folder-"));
afterAll(() => rmSync(parent, { recursive: true }));

const isRoot = process.getuid?.() === 0;

/** A folder that not even root may write. */
function createReadOnly(): string {
  if (isRoot) return "/sys";
  const folder = join(parent, "read-only");
  mkdirSync(folder);
  chmodSync(folder, 0o555);
  return folder;
}

async function refuse(opening: Promise<void>): Promise<string> {
  const error: unknown = await opening.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof UsageError) return error.message;
  throw new Error(`it was not refused: ${String(error)}`);
}

test("a new folder is closed to other users, and nothing is left of the check", async () => {
  const folder = join(parent, "a", "b");
  await openDataFolder(folder);
  await openDataFolder(folder);
  expect(readdirSync(folder)).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(isRoot ? 0o711 : 0o700);
});

test("a file, a folder that cannot be created and one that cannot be written are refused with a way out", async () => {
  const file = join(parent, "file");
  writeFileSync(file, "");
  expect(await refuse(openDataFolder(file))).toBe(
    `${file} is not a folder. Set RUAFLOW_DATA_DIR to a folder that this user can write.`,
  );
  const readOnly = createReadOnly();
  expect(await refuse(openDataFolder(join(readOnly, "new")))).toContain("Set RUAFLOW_DATA_DIR to a folder");
  const sentence = await refuse(openDataFolder(readOnly));
  expect(sentence).toMatch(/^The data folder cannot be written: E.*\. Change its owner or its mode, .*\.$/);
});

test("a part of the folder that cannot be written, or whose disk is away, is named", async () => {
  const folder = join(parent, "mixed");
  mkdirSync(folder);
  symlinkSync(join(parent, "no-disk"), join(folder, "clickhouse"));
  expect(await refuse(openDataFolder(folder))).toContain(join(folder, "clickhouse"));
});

test("a disk without space is refused with a way out; a service that has run needs less than the first start", async () => {
  const folder = join(parent, "full");
  const free = (mib: number) => openDataFolder(folder, async () => mib * 2 ** 20);
  expect(await refuse(free(20))).toMatch(/has no space left \(20 MiB, and a start needs 96\)\. Make room, or move/);
  mkdirSync(join(folder, "postgres"));
  await free(20);
  expect(await refuse(free(15))).toContain("a start needs 16");
});
