import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "client-pack-"));
const consumer = join(work, "consumer");
let server: Server;

// Packed from a copy: packing moves files for a moment that other tests use.
beforeAll(async () => {
  const source = join(work, "repository", "libs", "client");
  cpSync(join(repository, "libs", "client"), source, { recursive: true });
  for (const file of ["tsconfig.base.json", "LICENSE", "infra/pack-client.mjs"])
    cpSync(join(repository, file), join(work, "repository", file), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(work, "repository", "node_modules"));
  run("npm", ["pack", "--pack-destination", work], source);
  mkdirSync(consumer);
  writeFileSync(join(consumer, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(work, "ruaflow-client-0.1.0.tgz")], consumer);
  server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: [{ id: "rpt_1", asked: request.url }], meta: { total: 1, total_pages: 1 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
}, 120_000);

afterAll(() => {
  server.close();
  rmSync(work, { recursive: true, force: true });
});

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

test("the packed client contains only JavaScript and types, and has no dependencies", () => {
  const folder = join(consumer, "node_modules", "@ruaflow", "client");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect([manifest.dependencies, manifest.private, manifest.scripts]).toEqual([{}, undefined, undefined]);
  for (const file of ["dist/index.js", "dist/index.d.ts", "README.md", "LICENSE"])
    expect(existsSync(join(folder, file)), file).toBe(true);
  for (const file of ["src", "tsconfig.pack.json", "dist/client.test.js"])
    expect(existsSync(join(folder, file)), file).toBe(false);
});

test("plain JavaScript can use it from an empty folder", async () => {
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    join(consumer, "use.mjs"),
    `import { createClient } from "@ruaflow/client";
const client = createClient({ baseUrl: "http://127.0.0.1:${port}", key: "ruaflow_x" });
console.log((await client.reports.listSources()).data[0].id);`,
  );
  const { spawn } = await import("node:child_process");
  const child = spawn(process.execPath, ["use.mjs"], { cwd: consumer });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  await new Promise((resolve) => child.once("close", resolve));
  expect(output.trim()).toBe("rpt_1");
});

const compilers = [
  ["typescript", "es2024"],
  // The oldest that the README names.
  ["typescript-oldest", "es2022"],
] as const;

/** A compiler refuses it where something that should be refused is not. */
const USE = `import { createClient, verifyWebhook } from "@ruaflow/client";
const client = createClient({ baseUrl: "http://127.0.0.1", key: "k" });
export const emails: number = (await client.reports.readAggregate()).data.totals.emails;
// @ts-expect-error
export const nothing = (await client.reports.readAggregate()).data.nothing;
const event = await verifyWebhook({ payload: "", headers: {}, secret: "" });
export const rate = event.type === "report.received" ? event.data.pass_rate.toFixed() : event.type;
// @ts-expect-error
export const early = event.data.pass_rate;
// @ts-expect-error
export const misspelt = event.type === "report.recieved";
`;

test.for(compilers)("%s knows answers and events, and refuses unknown properties", { timeout: 120_000 }, (compiler) => {
  const [name, target] = compiler;
  writeFileSync(join(consumer, "use.ts"), USE);
  const options = ["--strict", "--noEmit", "--target", target, "--module", "nodenext", "--lib", `${target},dom`];
  const path = join(repository, "node_modules", name, "bin", "tsc");
  expect(run(process.execPath, [path, ...options, "use.ts"], consumer)).toBe("");
});

test("packing without an installation says what is missing", () => {
  const bare = join(work, "bare");
  mkdirSync(join(bare, "infra"), { recursive: true });
  cpSync(join(repository, "infra/pack-client.mjs"), join(bare, "infra/pack-client.mjs"));
  const { status, stderr } = spawnSync(process.execPath, ["infra/pack-client.mjs"], { cwd: bare, encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("run `npm ci` in the checkout, then pack again")]);
  expect(stderr).not.toContain("    at ");
});
