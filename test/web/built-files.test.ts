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

/** What is loaded before any first view, compressed: 90 KiB. */
const BYTES_MAX = 92_160;

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

/** The scripts that a script imports before it runs. */
const listImports = (text: string) =>
  [...text.matchAll(/from"\.\/([\w-]+\.js)"|import"\.\/([\w-]+\.js)"/g)].map(
    ([, from, bare]) => `assets/${from ?? bare}`,
  );

function withImports(files: ReadonlyMap<string, string>, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of listImports(files.get(name) ?? "")) withImports(files, imported, found);
  return found;
}

test("before any first view, less than 90 KiB are loaded, compressed", async () => {
  const files = await readFiles(dist);
  const document = files.get("index.html") ?? "";
  const linked = [...document.matchAll(/(?:src|href)="\/(assets\/[\w-]+\.(?:js|css))"/g)].map(([, name]) => name ?? "");
  const [entry = ""] = linked.filter((name) => name.startsWith("assets/index-") && name.endsWith(".js"));
  const views = [...(files.get(entry) ?? "").matchAll(/import\([`"]\.\/([\w-]+\.js)[`"]\)/g)].map(
    ([, name]) => `assets/${name}`,
  );
  expect(views.length).toBeGreaterThan(10);
  for (const view of views) {
    const needed = new Set(["index.html", ...linked, ...withImports(files, entry), ...withImports(files, view)]);
    const bytes = [...needed].reduce((sum, name) => sum + gzipSync(files.get(name) ?? "", { level: 9 }).length, 0);
    expect(bytes, view).toBeLessThan(BYTES_MAX);
  }
});
