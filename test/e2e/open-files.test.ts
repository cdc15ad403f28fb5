import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { ask, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";

const OPEN_FILES_MAX = 256;
const IDLE_CONNECTIONS = 400;
const UPLOADS = 25;

let dataDir: string;
let service: RunningService;
let idle: Socket[] = [];

beforeEach(() => {
  dataDir = createMigratedDataDir();
});

afterEach(async () => {
  for (const socket of idle) socket.destroy();
  idle = [];
  await service.stop();
  await removeDataDir(dataDir);
});

/** A client that connects and says nothing. */
function holdOn(port: number): void {
  idle.push(connect(port, "127.0.0.1").on("error", () => undefined));
}

/** Uploads until the service has acknowledged the report. */
async function upload(seed: number): Promise<void> {
  const body = [...generateReport({ seed, domain: "a.example", begin: 1_767_225_600, records: 40 }).xml()].join("");
  const headers = { authorization: `Bearer ${service.key}` };
  for (;;) {
    const url = `${service.url}/api/v1/reports?name=${seed}.xml`;
    const response = await fetch(url, { method: "POST", headers, body }).catch(() => null);
    if (response?.status === 202) return;
    await sleep(100);
  }
}

const countReports = async () =>
  (await ask<{ meta?: { total: number } }>(service, service.key ?? "", "/api/v1/reports")).body.meta?.total;

test("with 256 open files and 400 idle connections, each acknowledged upload is stored and none is a dead letter", async () => {
  const environment = { RUAFLOW_REPORT_DOMAIN: "rua.a.example", RUAFLOW_SMTP_PORT: "0", RUAFLOW_LOG_LEVEL: "warn" };
  service = await startService(dataDir, environment, { openFilesMax: OPEN_FILES_MAX });
  expect(service.tail()).toContain("this process may have only 256 files open");
  await runOrThrow(["domains", "add", "-"], { RUAFLOW_DATA_DIR: dataDir }, "a.example");
  for (let count = 0; count < IDLE_CONNECTIONS; count += 1)
    holdOn(count % 4 === 0 ? (service.smtpPort ?? 0) : Number(new URL(service.url).port));
  await Promise.all(Array.from({ length: UPLOADS }, (_, seed) => upload(seed + 1)));
  await expect.poll(countReports).toBe(UPLOADS);
  expect(await runOrThrow(["dead-letters", "list"], { RUAFLOW_DATA_DIR: dataDir })).toBe("0 dead letters\n");
  expect(service.tail()).not.toContain("Too many open files");
  expect(service.tail()).not.toContain("EMFILE");
}, 180_000);
