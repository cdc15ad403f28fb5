import { createClient } from "@ruaflow/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTestBroker } from "../../infra/kafka/test-broker.ts";
import { type AppProcess, type Cluster, startCluster } from "../support/cluster.ts";
import { countReports } from "../support/list-reports.ts";
import { generateReport } from "../support/report-generator.ts";

const broker = await findTestBroker();
const DOMAIN = "uploads.example";

describe.skipIf(broker.kind !== "own")("the API as a process of its own", () => {
  let cluster: Cluster;
  let api: AppProcess;
  beforeAll(async () => {
    cluster = await startCluster();
    await cluster.run(["domains", "add", DOMAIN]);
    api = await cluster.startApp("api");
  }, 120_000);
  afterAll(() => cluster?.stop(), 60_000);

  function upload(seed: number, to = api) {
    const [xml] = [[...generateReport({ seed, domain: DOMAIN, begin: 1_767_571_200 }).xml()].join("")];
    const client = createClient({ baseUrl: to.url, key: cluster.key, retries: 0 });
    return client.reports.upload(Buffer.from(xml), {}, { idempotencyKey: `report-${seed}` });
  }

  test("takes uploads at its own address, once for each Idempotency-Key, without the ingest app", async () => {
    await cluster.startApp("record-writer");
    const first = await upload(1);
    expect(first.data.entries).toMatchObject([{ outcome: "accepted" }]);
    expect(await upload(1)).toEqual(first);
    await expect.poll(() => countReports(api, cluster.key), { timeout: 60_000, interval: 200 }).toBe(1);
  }, 90_000);

  test("starts and answers while the event log is down, and takes uploads once it is back", async () => {
    await cluster.broker.kill();
    const other = await cluster.startApp("api");
    expect(await countReports(other, cluster.key)).toBe(1);
    await cluster.broker.start();
    const accepted = () =>
      upload(2, other).then(
        ({ data }) => data.entries[0]?.outcome,
        () => "refused",
      );
    await expect.poll(accepted, { timeout: 60_000, interval: 500 }).toMatch(/accepted|duplicate/);
  }, 150_000);
});
