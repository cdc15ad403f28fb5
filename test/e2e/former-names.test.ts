// An installation that still starts a watcher and a source-enricher: both are keepers, and two keepers do no work twice.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createClient } from "@ruaflow/client";
import { startPostgresToKill } from "@ruaflow/engines/testing";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { startParts } from "@ruaflow/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedProcess, startProcess } from "../support/child-process.ts";
import { generateReport } from "../support/report-generator.ts";
import { startOwnClickHouse } from "../support/servers.ts";
import { createDataDir, removeDataDir, runOrThrow } from "../support/service.ts";

const runApp = fileURLToPath(new URL("../../infra/app.mjs", import.meta.url));
const FORMER = ["watcher", "source-enricher"] as const;

let parts: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  parts = await start();
}, 180_000);

afterAll(() => parts?.stop(), 60_000);

const start = () =>
  startParts(async (started) => {
    const folder = createDataDir();
    started.defer(() => removeDataDir(folder));
    const postgres = await startPostgresToKill();
    started.defer(() => postgres.stop());
    const clickHouse = await startOwnClickHouse(folder);
    started.defer(() => clickHouse.stop());
    const environment = {
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: clickHouse.address,
      RUAFLOW_SECRETS_KEY: randomBytes(32).toString("base64"),
      RUAFLOW_SOURCE_ENRICHMENT: "offline",
      RUAFLOW_RATE_LIMITS: "off",
      RUAFLOW_LOG_LEVEL: "warn",
      RUAFLOW_DATA_DIR: folder,
      RUAFLOW_PORT: "0",
    };
    await runOrThrow(["migrate", "up"], environment);
    await runOrThrow(["orgs", "create", "Test"], environment);
    const key = (await runOrThrow(["keys", "create", "test"], environment)).trim();
    const startApp = async (name: string): Promise<StartedProcess & { readonly url: string }> => {
      const app = await startProcess({ args: [runApp, name], environment, readyText: "http://" });
      started.defer(async () => void (await app.stop()));
      return { ...app, url: app.output.match(/http:\/\/[^/\s]+/)?.[0] ?? "" };
    };
    const api = await startApp("api");
    await startApp("record-writer");
    const keepers = [await startApp(FORMER[0]), await startApp(FORMER[1])];
    return { environment, key, api, keepers };
  });

/** The settings that an app would have, and its warnings. */
function checkConfig(name: string, environment: Record<string, string> = {}) {
  const options = { env: { PATH: process.env.PATH, ...environment }, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [runApp, name, "--check-config"], options);
  return { stdout, warnings: stderr.split("\n").filter((line) => line !== "") };
}

test.each([
  ["watcher", 8084],
  ["source-enricher", 8086],
])("%s starts a keeper on its own port, and says the new name once", (name, port) => {
  const { stdout, warnings } = checkConfig(name);
  expect(warnings).toEqual([expect.stringMatching(`^warning: "${name}" is now "keeper", .*#upgrade`)]);
  expect(stdout).toMatch(new RegExp(`^RUAFLOW_PORT=${port}$`, "m"));
  expect(stdout).toMatch(/^RUAFLOW_QUARANTINE_DAYS=36500$/m);
  const set = checkConfig(name, { RUAFLOW_PORT: "9000", RUAFLOW_QUARANTINE_DAYS: "30" }).stdout;
  expect(set).toMatch(/^RUAFLOW_PORT=9000$/m);
  expect(set).toMatch(/^RUAFLOW_QUARANTINE_DAYS=30$/m);
});

test("the keeper itself has no warning, and its own defaults", () => {
  const { stdout, warnings } = checkConfig("keeper");
  expect(warnings).toEqual([]);
  expect(stdout).toMatch(/^RUAFLOW_PORT=8084$/m);
  expect(stdout).toMatch(/^RUAFLOW_QUARANTINE_DAYS=90$/m);
});

test("two keepers release a held report once, and remove the data of a deleted domain", async () => {
  const { environment, key, api, keepers } = parts;
  const client = createClient({ baseUrl: api.url, key, retries: 0 });
  await client.domains.create({ domain: "held.example" });
  const report = generateReport({ seed: 1, domain: "held.example", begin: 1_767_225_600, records: 3 });
  const sent = await client.reports.upload(Buffer.from([...report.xml()].join("")), { name: "r.xml" });
  expect(sent.data.entries.map(({ outcome }) => outcome)).toEqual(["held"]);
  await runOrThrow(["domains", "add", "held.example"], environment);
  const countListed = async () => (await client.reports.list()).meta.total;
  await expect.poll(countListed, { timeout: 30_000 }).toBe(1);
  const messages = await executeSql(environment.DATABASE_URL, "SELECT 1 FROM event_log.messages");
  expect(messages).toHaveLength(1);
  const { data } = await client.domains.list();
  await client.domains.delete(data[0]?.id ?? "");
  const readGone = () => executeSql(environment.DATABASE_URL, "SELECT 1 FROM deleted_domains");
  await expect.poll(readGone, { timeout: 30_000 }).toHaveLength(1);
  for (const { url } of keepers) {
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain('ruaflow_role_info{role="keeper"} 1');
    expect(text).not.toMatch(/^ruaflow_keeper_failures_total\{loop="[\w-]+"\} [1-9]/m);
  }
}, 120_000);
