import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { ask, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";

/** Fills V8's heap when it is told to, as an unbounded buffer would. */
const FILL_ON_SIGNAL = `process.on("SIGUSR2", () => { const kept = []; for (;;) kept.push(Array.from({ length: 1000 }, () => ({}))); })`;
const SMALL_HEAP = `--max-old-space-size=200 --import=data:text/javascript,${encodeURIComponent(FILL_ON_SIGNAL)}`;

let dataDir: string;
let service: RunningService | undefined;

beforeEach(() => {
  dataDir = createMigratedDataDir();
});

afterEach(async () => {
  await service?.kill();
  await removeDataDir(dataDir);
});

async function countReports(key: string): Promise<number> {
  if (!service) throw new Error("no service is running");
  return (await ask<{ data: unknown[] }>(service, key, "/api/v1/reports")).body.data.length;
}

test("a service without memory ends at once, closes its port, and has its reports after the next start", async () => {
  service = await startService(dataDir, { NODE_OPTIONS: SMALL_HEAP });
  const key = service.key ?? "";
  await runOrThrow(["domains", "add", "-"], { RUAFLOW_DATA_DIR: dataDir }, "a.example");
  const report = [...generateReport({ seed: 1, domain: "a.example", begin: 1_767_225_600 }).xml()].join("");
  const headers = { authorization: `Bearer ${key}` };
  const upload = await fetch(`${service.url}/api/v1/reports?name=a.xml`, { method: "POST", headers, body: report });
  expect(upload.status).toBe(202);
  await expect.poll(() => countReports(key), { timeout: 10_000 }).toBe(1);

  const ended = once(service.child, "exit", { signal: AbortSignal.timeout(20_000) });
  service.child.kill("SIGUSR2");
  expect(await ended).toEqual([null, "SIGABRT"]);
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  await expect(once(socket, "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });

  service = await startService(dataDir);
  expect(await countReports(key)).toBe(1);
}, 120_000);
