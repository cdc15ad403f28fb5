import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startBareEngines } from "@ruaflow/embedded";
import { createLogger } from "@ruaflow/runtime/logging";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findTestBroker } from "../../infra/kafka/test-broker.ts";
import { startProcess } from "../support/child-process.ts";
import { type AppProcess, type Cluster, startCluster } from "../support/cluster.ts";
import { countReports } from "../support/list-reports.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { removeDataDir, runCommand, runOrThrow, startService } from "../support/service.ts";
import { recountFiles, recountOverHttp, writeTenantFiles } from "../support/tenant-files.ts";

const REPORTS_EACH = 30;
/** Accepted by the log of the embedded engines, and not written when they move. */
const UNWRITTEN = 5;

const runApp = fileURLToPath(new URL("../../infra/app.mjs", import.meta.url));
const broker = await findTestBroker();
const files = writeTenantFiles(REPORTS_EACH);
const root = mkdtempSync(join(tmpdir(), "ruaflow-move-"));
const dataDir = createMigratedDataDir();
const embedded = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error", RUAFLOW_SOURCE_ENRICHMENT: "offline" };
const stored = { RUAFLOW_RAW_STORE: `file://${join(root, "bodies")}` };
const environmentFile = join(root, "servers.env");

async function send(url: string, key: string, some: readonly string[]): Promise<void> {
  for (const file of some) {
    const response = await fetch(`${url}/api/v1/reports?name=${basename(file)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: readFileSync(file),
    });
    expect([file, response.status]).toEqual([file, 202]);
    await response.arrayBuffer();
  }
}

interface Owned {
  readonly key: string;
  readonly files: readonly string[];
}

/** Fills the data folder: all but the last files are written, those lie in the log. */
async function fillDataFolder(): Promise<readonly Owned[]> {
  const service = await startService(dataDir, stored);
  const owned: Owned[] = [];
  for (const { name, domains, files: all } of files.tenants) {
    const { id } = JSON.parse(await runOrThrow(["orgs", "create", name, "--json"], embedded));
    const key = (await runOrThrow(["keys", "create", "move", "--org", id], embedded)).trim();
    await runOrThrow(["domains", "add", "--org", id, ...domains], embedded);
    const early = all.slice(0, -UNWRITTEN);
    await send(service.url, key, early);
    const requireAll = async () => expect(await countReports(service, key)).toBe(early.length);
    await vi.waitFor(requireAll, { timeout: 60_000, interval: 200 });
    owned.push({ key, files: all });
  }
  await service.stop();
  await sendWithoutWriter(owned);
  return owned;
}

/** Ingest alone, on the embedded PostgreSQL. */
async function sendWithoutWriter(owned: readonly Owned[]): Promise<void> {
  const logger = createLogger({ app: "test", level: "error" });
  const options = { logger, description: "test", onFatal: (error: Error) => expect.fail(error.message) };
  const { databaseUrl, stop } = await startBareEngines(
    { RUAFLOW_DATA_DIR: dataDir, DATABASE_URL: undefined, CLICKHOUSE_URL: undefined, CLICKHOUSE_CLUSTER: undefined },
    options,
  );
  const environment = { ...embedded, ...stored, DATABASE_URL: databaseUrl, RUAFLOW_PORT: "0" };
  const ingest = await startProcess({ args: [runApp, "ingest"], environment, readyText: "http://" });
  const url = ingest.output.match(/http:\/\/[^/\s]+/)?.[0] ?? "";
  for (const { key, files: all } of owned) await send(url, key, all.slice(-UNWRITTEN));
  await ingest.stop();
  await stop();
}

const move = (...options: string[]) =>
  runCommand(["move", "--to", environmentFile, ...options], { ...embedded, ...stored });

describe.skipIf(broker.kind === "none")(
  "from the embedded engines to PostgreSQL, ClickHouse over HTTP and Kafka",
  () => {
    let cluster: Cluster;
    let owned: readonly Owned[];

    beforeAll(async () => {
      owned = await fillDataFolder();
      cluster = await startCluster();
    }, 300_000);

    afterAll(async () => {
      await cluster?.stop();
      await removeDataDir(dataDir);
      await rm(root, { recursive: true });
      await rm(files.folder, { recursive: true });
    }, 60_000);

    function writeEnvironment(secretsKey: string): Record<string, string> {
      const { KAFKA_BROKERS = "", DATABASE_URL = "", CLICKHOUSE_URL = "" } = cluster.environment;
      const bodies = `file://${join(root, "moved-bodies")}`;
      const servers = { KAFKA_BROKERS, DATABASE_URL, CLICKHOUSE_URL, RUAFLOW_RAW_STORE: bodies };
      const environment = { ...servers, RUAFLOW_SECRETS_KEY: secretsKey };
      const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(environmentFile, lines.join(""));
      return environment;
    }

    test("all numbers are equal afterwards, and what was accepted but not written is written there", async () => {
      writeEnvironment(Buffer.alloc(32, 1).toString("base64"));
      expect(await move()).toMatchObject({ code: 2, stderr: expect.stringContaining("not the backup's") });
      const environment = writeEnvironment(readFileSync(join(dataDir, "secrets.key"), "utf8").trim());
      // The cluster's own organization: nothing is overwritten by mistake.
      expect(await move()).toMatchObject({ code: 2, stderr: expect.stringContaining("--replace") });
      const { code, stdout, stderr } = await move("--replace", "--json");
      expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
      const { compared, different } = JSON.parse(stdout);
      expect(different).toEqual([]);
      expect(compared).toContainEqual({
        what: "ClickHouse reports",
        backup: String(2 * (REPORTS_EACH - UNWRITTEN)),
        restored: String(2 * (REPORTS_EACH - UNWRITTEN)),
      });
      expect(stderr).toContain(`messages copied to Kafka: ${2 * UNWRITTEN}`);

      const api: AppProcess = await cluster.startApp("api", environment);
      await cluster.startApp("record-writer", environment);
      for (const { key, files: all } of owned) {
        await expect.poll(() => countReports(api, key), { timeout: 60_000 }).toBe(REPORTS_EACH);
        expect(await recountOverHttp(api.url, key)).toEqual(recountFiles(all));
        await send(api.url, key, all.slice(0, 3));
        expect(await countReports(api, key)).toBe(REPORTS_EACH);
        expect(await readRawStatuses(api.url, key)).toEqual([200]);
      }
      const repair = await runCommand(["repair", "--dry-run", "--json"], { ...cluster.environment, ...environment });
      expect(JSON.parse(repair.stdout)).toMatchObject({ reports: 2 * REPORTS_EACH, left: [] });
    }, 300_000);
  },
);

/** Of the bytes of every report: their statuses. */
async function readRawStatuses(url: string, key: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/api/v1/reports?per_page=100`, { headers });
  const { data } = JSON.parse(await response.text());
  const statuses = new Set<number>();
  for (const { id } of data) statuses.add((await fetch(`${url}/api/v1/reports/${id}/raw`, { headers })).status);
  return [...statuses];
}
