import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/service.ts";
import { generateDemo } from "../demo/demo-reports.ts";
import { stories } from "../demo/stories.ts";

const REPORTS = 7;

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let dataDir: string;
let reports: string;

beforeAll(async () => {
  running = await startMetadataStore();
  await running.store.tenants.createOrganization({ name: "Test", plan: "free" });
  dataDir = await mkdtemp(join(tmpdir(), "ruaflow-import-"));
  reports = await mkdtemp(join(tmpdir(), "ruaflow-reports-"));
  const found = stories.flatMap((story) => [...generateDemo(story, new Date("2026-10-01"))]).slice(0, REPORTS);
  for (const [index, { xml }] of found.entries()) await writeFile(join(reports, `${index}.xml`), xml);
});

afterAll(async () => {
  await running.stop();
  await Promise.all([dataDir, reports].map((folder) => rm(folder, { recursive: true })));
});

function runImport(...args: string[]) {
  return runCommand(["import", ...args], { DATABASE_URL: running.url, RUAFLOW_DATA_DIR: dataDir });
}

test("without --add-domains reports are held for the only organization, and one line above the summary names the option", async () => {
  const { code, stdout } = await runImport(reports);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.filter((line) => line.includes("--add-domains"))).toHaveLength(1);
  expect(lines[0]).toMatch(
    /held 7 \[unknown-domain\]: .*0\.xml: The report is held until the domain .* is added .*--add-domains/,
  );
  expect(lines.at(-1)).toMatch(/^7 files: 0 accepted, 0 duplicate, 0 refused, .*, 7 held/);
});

test("JSON lists each report that is not stored, and the count of each reason", async () => {
  const { code, stdout } = await runImport("--json", reports);
  expect(code).toBe(0);
  const { listed, reasons } = JSON.parse(stdout);
  expect(listed).toHaveLength(REPORTS);
  expect(reasons).toEqual([{ outcome: "held", reason: "unknown-domain", count: REPORTS }]);
});

test("of several organizations none is known to hold a report for: it is refused, and the exit code is 1", async () => {
  const { id } = await running.store.tenants.createOrganization({ name: "Second", plan: "free" });
  try {
    const { code, stdout } = await runImport(reports);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/refused 7 \[unknown-domain\]: .*--add-domains/)]);
  } finally {
    await running.store.domains.deleteOrganization(id);
  }
});

test("a file that is not a report does not change the exit code 0", async () => {
  const file = join(dataDir, "notes.txt");
  await writeFile(file, "nothing of interest");
  const { code, stdout } = await runImport(file);
  expect([code, stdout.trimEnd().split("\n").at(-1)]).toEqual([
    0,
    "1 file: 0 accepted, 0 duplicate, 0 refused, 1 not aggregate",
  ]);
});

test("a command leaves nothing in the spool, and removes leftovers of a killed one", async () => {
  const spool = join(dataDir, "spool-cli");
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  await mkdir(join(spool, `${pid}@${hostname()}`), { recursive: true });
  await runImport(reports);
  expect(await readdir(spool)).toEqual([]);
});

/** PostgreSQL behind connections that break: each after one of these numbers of bytes that it answers. */
async function breakConnections(losses: number[]) {
  const { hostname: host, port } = new URL(running.url);
  const server = createServer((client) => {
    const bytesMax = losses.shift();
    const upstream = connect(Number(port), host);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
    let bytes = 0;
    upstream.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytesMax === undefined || bytes < bytesMax) client.write(chunk);
      else end();
    });
    client.pipe(upstream);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = new URL(running.url);
  const address = server.address();
  url.port = typeof address === "object" ? String(address?.port) : "";
  return { url: url.href, close: () => server.close() };
}

test("a replay waits for PostgreSQL that is lost while it opens", { timeout: 120_000 }, async () => {
  await runImport(reports);
  const losses = [1, 100, 600, 2000];
  const { url, close } = await breakConnections(losses);
  const environment = { DATABASE_URL: url, RUAFLOW_DATA_DIR: dataDir };
  const { code, stdout, stderr } = await runCommand(["replay", "--state", "held"], environment);
  expect(losses).toEqual([]);
  expect(stderr).not.toMatch(/\n +at /);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/read again \(.*\): 0 reports .* newly counted\.\n$/)]);
  close();
});

test("an import waits for PostgreSQL that is lost while it opens", { timeout: 120_000 }, async () => {
  const losses = [1, 100, 600, 2000];
  const { url, close } = await breakConnections(losses);
  const environment = { DATABASE_URL: url, RUAFLOW_DATA_DIR: dataDir };
  const { code, stdout, stderr } = await runCommand(["import", reports], environment);
  expect(losses).toEqual([]);
  expect(stderr).toContain("; waiting for it");
  expect(stderr).not.toMatch(/\n +at /);
  expect([code, stdout.trimEnd().split("\n").at(-1)]).toEqual([0, expect.stringMatching(/^7 files: .* 7 held/)]);
  close();
});
