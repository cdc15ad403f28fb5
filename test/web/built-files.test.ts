import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";

const web = fileURLToPath(new URL("../../apps/web", import.meta.url));
const dist = join(web, "dist");

/** Of all files together, compressed. */
const BYTES_MAX = 90_000;

let fresh: string;

beforeAll(async () => {
  fresh = mkdtempSync(join(tmpdir(), "ruaflow-web-"));
  // In a process of its own: under vitest it would build for tests.
  const { NODE_ENV: _test, ...environment } = process.env;
  await promisify(execFile)("npx", ["vite", "build", "--outDir", fresh, "--emptyOutDir"], {
    cwd: web,
    env: environment,
  });
});

afterAll(() => rm(fresh, { recursive: true, force: true }));

async function readFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = files.map(
    async (file): Promise<[string, string]> => [file.slice(folder.length + 1), await readFile(file, "utf8")],
  );
  return new Map((await Promise.all(texts)).sort(([a], [b]) => a.localeCompare(b)));
}

test("apps/web/dist is what the sources build: run npm run web, and commit it", async () => {
  expect([...(await readFiles(dist)).keys()]).toEqual([...(await readFiles(fresh)).keys()]);
  expect(await readFiles(dist)).toEqual(await readFiles(fresh));
});

test("all files together have less than 90 KB compressed", async () => {
  const files = await readFiles(dist);
  const bytes = [...files.values()].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  expect(bytes).toBeLessThan(BYTES_MAX);
});
