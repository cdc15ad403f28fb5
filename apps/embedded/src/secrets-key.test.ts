import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readOrCreateSecretsKey } from "./secrets-key.ts";

const folder = mkdtempSync(join(tmpdir(), "ruaflow-key-"));

afterAll(() => rm(folder, { recursive: true, force: true }));

test("the first start creates a key of 32 bytes that only its owner can read; later starts reuse it", async () => {
  const key = await readOrCreateSecretsKey(folder);
  expect(Buffer.from(key, "base64")).toHaveLength(32);
  expect(statSync(join(folder, "secrets.key")).mode & 0o777).toBe(0o600);
  expect(await readOrCreateSecretsKey(folder)).toBe(key);
});

test("a truncated key is returned unchanged, so that it is refused, and never replaced", async () => {
  writeFileSync(join(folder, "secrets.key"), "short");
  expect(await readOrCreateSecretsKey(folder)).toBe("short");
});
