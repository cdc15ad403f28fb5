import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { reportsTopic } from "@ruaflow/event-log";
import { readLaneLags } from "@ruaflow/event-log/lanes";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Stores } from "./stores.ts";
import { withStores } from "./with-stores.ts";

let parent: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "ruaflow-stores-"));
});

afterAll(() => rm(parent, { recursive: true }));

const environment = () => ({ RUAFLOW_DATA_DIR: join(parent, "data"), RUAFLOW_LOG_LEVEL: "silent" });

const countWaiting = async ({ log }: Stores) => (await readLaneLags(log)).live.messages;

test("a command starts no record-writer unless it waits for reports to be written", async () => {
  await expect(withStores(environment(), countWaiting)).rejects.toThrow("has no data");
  expect(await readdir(parent)).toEqual([]);

  const message = { key: "a", value: Buffer.from("not a report"), headers: {} };
  const add = ({ log }: Stores) => log.append(reportsTopic, [message]);
  await withStores(environment(), add, { engines: "any" });
  const waitAndCount = async (stores: Stores) => {
    await sleep(2000);
    return countWaiting(stores);
  };
  expect(await withStores(environment(), waitAndCount)).toBe(1);
  const untilNone = (stores: Stores) => expect.poll(() => countWaiting(stores), { timeout: 20_000 }).toBe(0);
  await withStores(environment(), untilNone, { recordWriter: true });
}, 120_000);

test("on servers, only files that are being read make a folder on this machine, for as long", async () => {
  const running = await startMetadataStore();
  onTestFinished(running.stop);
  const folder = join(parent, "none");
  const servers = { DATABASE_URL: running.url, RUAFLOW_DATA_DIR: folder };
  expect(await withStores(servers, ({ metadata }) => metadata.tenants.listOrganizations())).toEqual([]);
  expect(await readdir(parent)).not.toContain("none");
  await withStores(servers, async ({ openSpool }) => expect(await openSpool()).toBe(await openSpool()));
  expect(await readdir(join(folder, "spool-cli"))).toEqual([]);
});
