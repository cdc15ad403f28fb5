import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readClickHouseUrl } from "@ruaflow/embedded";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createDataDir,
  type RunningService,
  removeDataDir,
  runCommand,
  startService,
} from "../../../test/support/service.ts";

const dataDir = createDataDir();
let service: RunningService;

beforeAll(async () => {
  service = await startService(dataDir);
});

afterAll(async () => {
  await service.stop();
  await removeDataDir(dataDir);
});

const run = (...args: string[]) => runCommand(args, { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });

/** Both read ClickHouse, whose files the service has. */
async function expectBackupAndComparison(name: string): Promise<void> {
  expect(await run("backup", join(dataDir, name), "--json")).toMatchObject({ code: 0 });
  const { code, stdout } = await run("reconcile", "--repair", "--json");
  expect([code, JSON.parse(stdout).left]).toEqual([0, []]);
}

test("only the user of the service can read the URL of its ClickHouse, which answers nothing without its password", async () => {
  expect((await stat(join(dataDir, "clickhouse.url"))).mode & 0o777).toBe(0o600);
  const url = new URL((await readClickHouseUrl(dataDir)) ?? "");
  expect([url.hostname, url.password.length]).toEqual(["127.0.0.1", 43]);
  const query = `http://${url.host}/?query=SELECT+1`;
  const { status } = await fetch(query, {
    headers: { "X-ClickHouse-User": url.username, "X-ClickHouse-Key": "wrong" },
  });
  expect([status, (await fetch(query)).status]).toEqual([403, 401]);
});

test("stores are backed up and compared beside a running service, of a killed one, and of one that was stopped", async () => {
  await expectBackupAndComparison("running");
  await service.kill();
  expect(await readClickHouseUrl(dataDir)).not.toBeNull();
  await expectBackupAndComparison("killed");
  service = await startService(dataDir);
  await service.stop();
  expect(await readClickHouseUrl(dataDir)).toBeNull();
  await expectBackupAndComparison("stopped");
}, 120_000);
