import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { recordWriterGroup, reportsTopic } from "@ruaflow/event-log";
import { deleteMessages } from "@ruaflow/event-log/testing";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTestBroker } from "../../infra/kafka/test-broker.ts";
import { type AppProcess, type Cluster, startCluster } from "../support/cluster.ts";
import { countReports } from "../support/list-reports.ts";
import { runCommand } from "../support/service.ts";
import { recountFiles, recountOverHttp, writeTenantFiles } from "../support/tenant-files.ts";

const broker = await findTestBroker();
const { folder: filesFolder, tenants } = writeTenantFiles(30);
const [tenant] = tenants;
if (tenant === undefined) throw new Error("two tenants were expected");
const { files, domains } = tenant;

describe.skipIf(broker.kind === "none")("servers with Kafka", () => {
  let cluster: Cluster;
  let api: AppProcess;

  beforeAll(async () => {
    cluster = await startCluster();
    await cluster.run(["domains", "add", ...domains]);
    api = await cluster.startApp("api");
  }, 180_000);

  afterAll(async () => {
    await cluster?.stop();
    await rm(filesFolder, { recursive: true });
  }, 60_000);

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

  const lag = () => runCommand(["lag"], cluster.environment);

  test("accepted reports that Kafka deleted before they were written are counted, and come back by a replay", async () => {
    const writer = await cluster.startApp("record-writer");
    await send(files.slice(0, 10));
    await expectStored(10);
    await writer.stop();
    await send(files.slice(10));
    await executeSql(
      cluster.environment.DATABASE_URL ?? "",
      "UPDATE arrivals SET created_at = now() - interval '8 days'",
    );
    // They wait, and are not lost.
    expect(await lag()).toMatchObject({ code: 0, stdout: expect.not.stringContaining("lost") });

    await deleteMessages(cluster.environment.KAFKA_BROKERS ?? "", { topic: reportsTopic, group: recordWriterGroup });
    await cluster.startApp("record-writer");
    const lost = await lag();
    expect(lost.code).toBe(1);
    expect(lost.stdout).toContain("lost from the log: 20 acknowledged reports.");
    const replayed = await cluster.run(["replay", "--unstored"]);
    expect(replayed).toContain("20 submissions read again (20 accepted): 20 reports");
    await expectStored(30);
    expect(await recountOverHttp(api.url, cluster.key)).toEqual(recountFiles(files));
    expect(await lag()).toMatchObject({ code: 0, stdout: expect.not.stringContaining("lost") });
  }, 300_000);
});
