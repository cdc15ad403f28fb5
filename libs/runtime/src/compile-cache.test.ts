import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-cache-"));
});

afterAll(() => rm(folder, { recursive: true }));

const entryPoints = [
  ["infra/app.mjs", "ingest", "--help"],
  ["apps/cli/bin/ruaflow.mjs", "--help"],
] as const;

test.for(entryPoints)("%s keeps what it compiled, one file for each module", async (args) => {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, args[0].replaceAll("/", "-")) };
  const list = async () => (await readdir(env.NODE_COMPILE_CACHE, { recursive: true })).toSorted();
  await run(process.execPath, [...args], { cwd: root, env });
  const kept = await list();
  expect(kept.length).toBeGreaterThan(80);
  await run(process.execPath, [...args], { cwd: root, env });
  expect(await list()).toEqual(kept);
});

test.for(entryPoints)("%s runs where nothing can be kept", async (args) => {
  const env = { ...process.env, NODE_COMPILE_CACHE: "/dev/null/cache" };
  await expect(run(process.execPath, [...args], { cwd: root, env })).resolves.toMatchObject({ stderr: "" });
});

test("worker threads have the same cache", async () => {
  const { NODE_COMPILE_CACHE, ...env } = process.env;
  const program = `import { Worker } from "node:worker_threads";
    const inside = 'import("node:module").then((module) => console.log(module.getCompileCacheDir() !== undefined))';
    new Worker(inside, { eval: true });`;
  const flags = ["--import", import.meta.resolve("@ruaflow/runtime/compile-cache"), "--input-type=module"];
  const { stdout } = await run(process.execPath, [...flags, "--eval", program], { env });
  expect(stdout).toBe("true\n");
});
