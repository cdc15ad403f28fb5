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

const backUp = (name: string) =>
  runCommand(["backup", join(dataDir, name), "--json"], { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });

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

test("a backup is made beside a running service, of a service that was killed, and of one that was stopped", async () => {
  expect(await backUp("running")).toMatchObject({ code: 0 });
  await service.kill();
  expect(await readClickHouseUrl(dataDir)).not.toBeNull();
  expect(await backUp("killed")).toMatchObject({ code: 0 });
  service = await startService(dataDir);
  await service.stop();
  expect(await readClickHouseUrl(dataDir)).toBeNull();
  expect(await backUp("stopped")).toMatchObject({ code: 0 });
}, 120_000);
