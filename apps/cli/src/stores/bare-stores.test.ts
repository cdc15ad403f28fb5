import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readOfferedUrl } from "@ruaflow/embedded/offered-urls";
import { createRecordStore } from "@ruaflow/record-store";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createDataDir,
  type RunningService,
  removeDataDir,
  runCommand,
  startService,
} from "../../../../test/support/service.ts";

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

test("only the user of the service reaches its ClickHouse, and no file has a password of it", async () => {
  const text = (await readOfferedUrl(dataDir, "full")) ?? "";
  const url = new URL(text);
  expect([url.hostname, url.port, url.username, url.password]).toEqual(["localhost", "", "", ""]);
  const socket = url.searchParams.get("socket") ?? "";
  expect((await stat(dirname(socket))).mode & 0o777).toBe(0o700);
  const store = await createRecordStore({ url: text });
  await store.assertSchema();
  await store.close();
});

test("stores are backed up and compared beside a running service, of a killed one, and of one that was stopped", async () => {
  await expectBackupAndComparison("running");
  await service.kill();
  expect(await readOfferedUrl(dataDir, "full")).not.toBeNull();
  await expectBackupAndComparison("killed");
  service = await startService(dataDir);
  await service.stop();
  expect(await readOfferedUrl(dataDir, "full")).toBeNull();
  await expectBackupAndComparison("stopped");
}, 120_000);
