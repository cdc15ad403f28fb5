import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createFolder } from "./create-folder.ts";
import { UsageError } from "./errors.ts";

const parent = mkdtempSync(join(tmpdir(), "ruaflow-folder-"));
afterAll(() => rmSync(parent, { recursive: true }));

test("a folder is created with those above it, also by two at once, and may be there already", async () => {
  const folder = join(parent, "a", "b", "c");
  await Promise.all([createFolder(folder, 0o700), createFolder(folder, 0o700)]);
  await createFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("what cannot be a folder is refused, with the reason", async () => {
  writeFileSync(join(parent, "file"), "");
  symlinkSync(join(parent, "nowhere"), join(parent, "dangling"));
  const refused = async (path: string) => {
    const error = await createFolder(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    return String(error);
  };
  expect(await refused(join(parent, "file"))).toContain(`${join(parent, "file")} is not a folder.`);
  expect(await refused(join(parent, "file", "below"))).toContain("cannot be created: ENOTDIR");
  expect(await refused(join(parent, "dangling"))).toContain("cannot be created: EEXIST");
});

test.runIf(process.platform === "linux")(
  "a folder that takes no others is refused, and not tried for ever",
  async () => {
    await expect(createFolder("/proc/ruaflow/exports")).rejects.toThrow(
      /^\/proc\/ruaflow\/exports cannot be created: ENOENT/,
    );
  },
);
