import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import {
  ask,
  createDataDir,
  type RunningService,
  removeDataDir,
  runCommand,
  runOrThrow,
  startService,
} from "../support/service.ts";

interface SelfTest {
  readonly ok: boolean;
  readonly error: string | null;
  readonly hops: readonly { readonly name: string; readonly ms: number; readonly detail: string }[];
}

const REPORT_DOMAIN = "reports.example.com";

let dataDir: string;
let service: RunningService;
let smtp: string;

beforeAll(async () => {
  dataDir = createMigratedDataDir();
  service = await startService(dataDir, { RUAFLOW_REPORT_DOMAIN: REPORT_DOMAIN, RUAFLOW_SMTP_PORT: "0" });
  smtp = service.output.match(/received on (\S+) for/)?.[1] ?? "";
});

afterAll(async () => {
  await service.stop();
  await removeDataDir(dataDir);
});

const environment = () => ({ RUAFLOW_DATA_DIR: dataDir, RUAFLOW_REPORT_DOMAIN: REPORT_DOMAIN });
const listOrganizations = async (): Promise<{ name: string }[]> =>
  JSON.parse(await runOrThrow(["orgs", "list", "--json"], environment()));
const readCounts = () => ask(service, service.key ?? "", "/api/v1/reports/aggregate");

test("a report goes through every hop, counts nowhere and is removed again", async () => {
  const before = (await readCounts()).body;
  const text = await runOrThrow(["self-test", "--url", service.url, "--smtp", smtp, "--json"], environment());
  const result: SelfTest = JSON.parse(text);
  expect(result).toMatchObject({ ok: true, error: null });
  expect(result.hops.map(({ name }) => name)).toEqual(["SMTP and log", "rows", "API", "webhook", "removal"]);
  expect(result.hops[0]?.detail).toContain("answered 250");
  const removal = result.hops.at(-1);
  expect(removal?.detail).toMatch(/^DELETE \/api\/v1\/domains\/\S+ answered 204; /);
  // Not in the API's next round, up to 10 s later; a loaded machine takes its time for every hop.
  const others = result.hops.slice(0, -1).reduce((sum, { ms }) => sum + ms, 0);
  expect(removal?.ms).toBeLessThan(5000 + others);
  expect((await readCounts()).body).toEqual(before);
  expect(await listOrganizations()).toHaveLength(1);
  const submissions = await runOrThrow(["submissions", "list"], environment());
  expect(submissions).toBe("0 submissions\n");
}, 120_000);

test("without a report domain the report is uploaded", async () => {
  const own = { RUAFLOW_DATA_DIR: dataDir };
  const result: SelfTest = JSON.parse(await runOrThrow(["self-test", "--url", service.url, "--json"], own));
  expect(result.ok).toBe(true);
  expect(result.hops[0]).toMatchObject({ name: "upload and log" });
}, 120_000);

test("a hop that fails is named, and nothing is left", async () => {
  const refusing = createServer((socket) => socket.end("554 5.3.2 closed for today\r\n")).listen(0, "127.0.0.1");
  await once(refusing, "listening");
  const address = refusing.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const args = ["self-test", "--url", service.url, "--smtp", `127.0.0.1:${port}`, "--json"];
  const { code, stdout } = await runCommand(args, environment());
  refusing.close();
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: expect.stringContaining("closed for today") });
  expect(await listOrganizations()).toHaveLength(1);
}, 120_000);

test("without a running service it says so", async () => {
  const empty = createDataDir();
  const { code, stderr } = await runCommand(["self-test"], { RUAFLOW_DATA_DIR: empty });
  expect([code, stderr]).toEqual([2, expect.stringContaining("No service is running")]);
  await removeDataDir(empty);
});
