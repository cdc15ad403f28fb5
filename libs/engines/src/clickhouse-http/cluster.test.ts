import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { announce, promisesAbout, sampleReport, storeReports } from "@ruaflow/record-store/testing";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClusterStandIn, startClusterStandIn } from "../testing/cluster-stand-in.ts";

/** What the statements say is compared without a cluster, over more filters: here, whether they ask the right shards. */
const FILTERS = 10;

let standIn: ClusterStandIn;
beforeAll(async () => {
  standIn = await startClusterStandIn();
});
afterAll(() => standIn.stop());

// Over two shards a question that asked both would count each row twice. So what asks all of them is asked over one, and
// what must ask that of its organization alone over two.
describe.each([
  ["one", promisesAbout.manyDomains],
  ["two", promisesAbout.oneOrganization],
] as const)("Distributed tables over the shards of the cluster %s", (cluster, describePromises) => {
  let store: RecordStore;
  beforeAll(async () => {
    store = await createRecordStore({ url: standIn.toUrl(`ruaflow_${cluster}`), cluster });
    await store.migrate();
  });
  afterAll(() => store.close());

  it("can be migrated again", async () => {
    await store.migrate();
    expect((await store.readMigrationStatus()).pending).toEqual([]);
  });

  describePromises(() => store, FILTERS);
});

describe("a cluster", () => {
  const open = (database: string, cluster?: string) => createRecordStore({ url: standIn.toUrl(database), cluster });

  it("spreads organizations over its shards", async () => {
    const store = await open("ruaflow_two", "two");
    for (const letter of "abcdefgh") {
      const report = sampleReport({ organizationId: `org_${letter}`, reportId: "rpt", records: [aRecord()] });
      await storeReports(store, [report]);
    }
    await store.close();
    const shards =
      standIn.query(`SELECT DISTINCT cityHash64(organization_id) % 2 AS shard FROM ruaflow_two.records_local
      WHERE organization_id LIKE 'org\\__' ORDER BY shard`);
    expect(await shards).toBe("0\n1\n");
  });

  it("receives its settings with every request", async () => {
    const store = await open("ruaflow_one", "one");
    standIn.requests.length = 0;
    const report = sampleReport({ organizationId: "org_settings", reportId: "rpt", records: [aRecord()] });
    await storeReports(store, [report]);
    await store.readBack("org_settings", [report.row]);
    await store.deleteReports(announce("org_settings"), "org_settings", { reports: [report.row] });
    await store.close();
    expect(standIn.requests.length).toBeGreaterThan(7);
    for (const { settings } of standIn.requests) {
      expect(Object.fromEntries(settings)).toMatchObject({
        insert_quorum: "1",
        insert_quorum_parallel: "0",
        select_sequential_consistency: "1",
        distributed_foreground_insert: "1",
        optimize_skip_unused_shards: "1",
        distributed_product_mode: "local",
      });
    }
  });

  it("without one, only sequential reads are asked for, as ClickHouse Cloud needs them", async () => {
    const store = await open("ruaflow_none");
    standIn.requests.length = 0;
    await store.migrate();
    await store.close();
    const settings = new Set(standIn.requests.flatMap((request) => request.settings.map(([name]) => name)));
    expect([...settings].filter((name) => /quorum|consistency|distributed|unused/.test(name))).toEqual([
      "select_sequential_consistency",
    ]);
  });

  it.each([
    ["unknown", /the clusters of the server are: one, two, uneven, unsafe\.$/],
    ["unsafe", /needs <internal_replication>true<\/internal_replication>/],
    ["uneven", /must have equal numbers of replicas/],
  ])("that is %s is refused, and nothing is created", async (cluster, message) => {
    await expect(open(`ruaflow_${cluster}`, cluster)).rejects.toMatchObject({
      name: "UsageError",
      message: expect.stringMatching(message),
    });
    expect(await standIn.query(`SELECT count() FROM system.databases WHERE name = 'ruaflow_${cluster}'`)).toBe("0\n");
  });

  it("is refused for tables of one server or of another cluster, and so is its absence for its own", async () => {
    for (const [database, cluster, advice] of [
      ["ruaflow_none", "one", /are on one server, so CLICKHOUSE_CLUSTER must not be set/],
      ["ruaflow_one", undefined, /are in the cluster one, so CLICKHOUSE_CLUSTER must be one/],
      ["ruaflow_two", "one", /are in the cluster two, so CLICKHOUSE_CLUSTER must be two/],
    ] as const)
      await expect(open(database, cluster)).rejects.toThrow(advice);
  });
});
