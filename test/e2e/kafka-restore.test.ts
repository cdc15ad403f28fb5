import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { recordWriterGroup } from "@ruaflow/event-log";
import { setOffsets } from "@ruaflow/event-log/testing";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTestBroker } from "../../infra/kafka/test-broker.ts";
import { type AppProcess, type Cluster, startCluster } from "../support/cluster.ts";
import { countReports } from "../support/list-reports.ts";
import { recountFiles, recountOverHttp, writeTenantFiles } from "../support/tenant-files.ts";

const broker = await findTestBroker();
const { folder: filesFolder, tenants } = writeTenantFiles(40);
const [tenant] = tenants;
if (tenant === undefined) throw new Error("two tenants were expected");
const { files, domains } = tenant;
const root = mkdtempSync(join(tmpdir(), "ruaflow-kafka-restore-"));
const backup = join(root, "backup");

describe.skipIf(broker.kind === "none")("servers with Kafka", () => {
  let cluster: Cluster;
  let api: AppProcess;
  let writer: AppProcess;

  beforeAll(async () => {
    cluster = await startCluster();
    await cluster.run(["domains", "add", ...domains]);
    await startApps();
  }, 180_000);

  afterAll(async () => {
    await cluster?.stop();
    await rm(root, { recursive: true });
    await rm(filesFolder, { recursive: true });
  }, 60_000);

  async function startApps(): Promise<void> {
    api = await cluster.startApp("api");
    writer = await cluster.startApp("record-writer");
  }

  async function send(some: readonly string[]): Promise<void> {
    for (const file of some) {
      const response = await fetch(`${api.url}/api/v1/reports?name=${basename(file)}`, {
        method: "POST",
        headers: { authorization: `Bearer ${cluster.key}` },
        body: readFileSync(file),
      });
      expect(response.status).toBe(202);
      await response.arrayBuffer();
    }
  }

  const expectStored = (reports: number) =>
    expect.poll(() => countReports(api, cluster.key), { timeout: 90_000, interval: 500 }).toBe(reports);

  test("after a restore, reading on from the backup's offsets brings back every report, and doubles none", async () => {
    await send(files.slice(0, 20));
    await expectStored(20);
    await cluster.run(["backup", backup]);
    await send(files.slice(20));
    await expectStored(40);
    await api.stop();
    await writer.stop();

    const output = await cluster.run(["restore", backup, "--replace"]);
    expect(output).toContain("kafka-offsets.csv");
    const stored = await executeSql(cluster.environment.DATABASE_URL ?? "", "SELECT 1 FROM stored_reports");
    expect(stored).toHaveLength(20);
    const offsets = readFileSync(join(backup, "kafka-offsets.csv"), "utf8");
    await setOffsets(cluster.environment.KAFKA_BROKERS ?? "", recordWriterGroup, offsets);
    await startApps();
    await expectStored(40);
    expect(await recountOverHttp(api.url, cluster.key)).toEqual(recountFiles(files));
    const repair = await cluster.run(["repair", "--dry-run", "--json"]);
    expect(JSON.parse(repair)).toMatchObject({ reports: 40, left: [] });
  }, 300_000);
});
