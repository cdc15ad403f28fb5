import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/service.ts";

const main = new URL("../main.ts", import.meta.url).pathname;

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let organizationId: string;
let folder: string;

beforeAll(async () => {
  running = await startMetadataStore();
  organizationId = (await running.store.tenants.createOrganization({ name: "Test", plan: "free" })).id;
  folder = await mkdtemp(join(tmpdir(), "ruaflow-domains-"));
});

afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true });
});

/** Runs the command on a file with this text. */
async function importText(text: string, ...options: string[]) {
  const file = join(folder, "domains.csv");
  await writeFile(file, text);
  const env = { ...process.env, DATABASE_URL: running.url, RUAFLOW_DATA_DIR: folder };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [main, "domains", "import", file, ...options], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

const listNames = async () => {
  const { items } = await running.store.domains.listDomains(organizationId, { page: 1, perPage: 100 });
  return items.map(({ name, clientReference, status }) => [name, clientReference, status]);
};

const list = `domain,client
one.example,C-1
bücher.example,"Client ""B"", Ltd"

com
# a remark
ONE.example
`;

test("a dry run shows the result for each line and changes nothing", async () => {
  const { code, stdout } = await importText(list, "--dry-run", "--json");
  expect(JSON.parse(stdout)).toEqual({
    dry_run: true,
    summary: { created: 2, duplicate: 1, invalid: 1 },
    domains: [
      { line: 2, domain: "one.example", result: "created", detail: expect.any(String) },
      { line: 3, domain: "xn--bcher-kva.example", result: "created", detail: expect.any(String) },
      { line: 5, domain: "com", result: "invalid", detail: expect.stringContaining("single label") },
      { line: 7, domain: "one.example", result: "duplicate", detail: expect.any(String) },
    ],
  });
  expect(code).toBe(1);
  expect(await listNames()).toEqual([]);
});

test("the import adds domains as pending, and repeating it adds nothing", async () => {
  const { stdout } = await importText(list);
  expect(stdout).toContain("2 domains added, 1 already present, 1 invalid.");
  const names = [
    ["one.example", "C-1", "pending"],
    ["xn--bcher-kva.example", 'Client "B", Ltd', "pending"],
  ];
  expect(await listNames()).toEqual(names);
  expect((await importText(list)).stdout).toContain("0 domains added, 3 already present");
  expect((await importText(list, "--dry-run")).stdout).toContain("0 domains to add, 3 already present");
  expect(await listNames()).toEqual(names);
});

test("a plain list with more names than one batch is added completely", async () => {
  const names = Array.from({ length: 2100 }, (_, index) => `n${index}.many.example`);
  const { code, stdout } = await importText(`\u{feff}${names.join("\r\n")}`, "--json");
  expect([code, JSON.parse(stdout).summary]).toEqual([0, { created: 2100, duplicate: 0, invalid: 0 }]);
});

test("a missing file is reported without a stack trace", async () => {
  const env = { ...process.env, DATABASE_URL: running.url, RUAFLOW_DATA_DIR: folder };
  const { code, stderr } = await new Promise<{ code: number; stderr: string }>((resolve) => {
    execFile(process.execPath, [main, "domains", "import", "/nowhere.txt"], { env }, (error, _stdout, text) => {
      resolve({ code: Number(error?.code ?? 0), stderr: text });
    });
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^\/nowhere.txt cannot be read/);
});

test("the summary of one domain is singular", async () => {
  expect((await importText("single.example\n")).stdout).toContain("1 domain added, 0 already present");
  const environment = { DATABASE_URL: running.url, RUAFLOW_DATA_DIR: folder };
  const { stdout } = await runCommand(["domains", "add", "confirmed.example"], environment);
  expect(stdout).toBe("1 domain verified.\n");
});
