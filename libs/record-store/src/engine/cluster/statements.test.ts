import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it, test } from "vitest";
import { migrations } from "../../migrations/migrations.ts";
import { changeEverything, createRecordingEngine } from "../../testing/record-statements.ts";
import { createClusterEngine } from "./cluster-engine.ts";

/** The steps that existed before clusters; later ones only add statements. */
const steps = migrations.slice(0, 8);

test("without a cluster every statement is byte for byte what it was before there were clusters", async () => {
  const { engine, statements } = createRecordingEngine("records");
  await changeEverything(engine, steps);
  expect(statements).toHaveLength(64);
  const hash = createHash("sha256").update(JSON.stringify(statements)).digest("hex");
  expect(hash).toBe("7f921e4f3c2f0bf3a5d3ae91fb6644d352192873e3887daf7bafeb90a6e9bfce");
});

describe("on a cluster", () => {
  const { engine, statements } = createRecordingEngine("records_local");
  beforeAll(() =>
    changeEverything(createClusterEngine(engine, { name: "it's", database: "db", replicas: 3 }), migrations),
  );

  const find = (pattern: RegExp) => statements.filter((statement) => pattern.test(statement));

  it("every statement that changes tables reaches all servers", () => {
    const changes = find(/^\s*(CREATE|ALTER|DROP)/);
    expect(changes.length).toBeGreaterThan(40);
    for (const statement of changes) expect(statement).toMatch(/^\s*[A-Z ]+ [\w.]+ ON CLUSTER 'it\\'s'/);
  });

  it("each table is replicated under another name, and Distributed under its own with its comment", () => {
    const tables = find(/^CREATE TABLE/).map((statement) => statement.split("\n", 1)[0]);
    expect(tables.slice(0, 6)).toEqual([
      "CREATE TABLE IF NOT EXISTS schema_migrations_local ON CLUSTER 'it\\'s'",
      "CREATE TABLE IF NOT EXISTS schema_migrations ON CLUSTER 'it\\'s' AS schema_migrations_local",
      "CREATE TABLE IF NOT EXISTS records_local ON CLUSTER 'it\\'s'",
      "CREATE TABLE IF NOT EXISTS records ON CLUSTER 'it\\'s' AS records_local",
      "CREATE TABLE IF NOT EXISTS reports_local ON CLUSTER 'it\\'s'",
      "CREATE TABLE IF NOT EXISTS reports ON CLUSTER 'it\\'s' AS reports_local",
    ]);
    expect(find(/records_local\nENGINE/)).toEqual([
      `CREATE TABLE IF NOT EXISTS records ON CLUSTER 'it\\'s' AS records_local
ENGINE = Distributed('it\\'s', 'db', 'records_local', cityHash64(organization_id))
COMMENT 'One row for each record of a DMARC aggregate report: messages with the same source and the same results'`,
    ]);
    expect(find(/deleted_domains_local ON[\s\S]*ReplicatedReplacingMergeTree/)).toHaveLength(1);
    expect(find(/ENGINE = MergeTree|ENGINE = ReplacingMergeTree/)).toEqual([]);
  });

  it("the rows of an organization are on one shard, and those of none on the first", () => {
    const keys = find(/ENGINE = Distributed/).map((text) => [
      /EXISTS (\w+)/.exec(text)?.[1],
      /local', (.*)\)$/m.exec(text)?.[1],
    ]);
    expect(Object.fromEntries(keys)).toMatchObject({
      records: "cityHash64(organization_id)",
      reports: "cityHash64(organization_id)",
      deleted_domains: "cityHash64(organization_id)",
      schema_migrations: "toUInt64(0)",
    });
  });

  it("a column is added to the stored and to the Distributed table; projections and settings only to the former", () => {
    expect(find(/ADD COLUMN/).map((text) => /^ALTER TABLE \w+/.exec(text)?.[0])).toEqual(
      expect.arrayContaining([
        "ALTER TABLE records_local",
        "ALTER TABLE records",
        "ALTER TABLE reports_local",
        "ALTER TABLE reports",
      ]),
    );
    const others = find(/^ALTER TABLE/).filter((text) => !text.includes("COLUMN"));
    expect(others.length).toBeGreaterThan(20);
    for (const text of others) expect(text).toMatch(/^ALTER TABLE \w+_local /);
  });

  it("a deletion waits for every replica, and compares rows only with those of its shard", () => {
    const deletions = find(/ DELETE WHERE /);
    expect(deletions).toHaveLength(6);
    for (const text of deletions) {
      expect(text).toMatch(/SETTINGS mutations_sync = 2$/);
      expect(text).not.toMatch(/FROM (records|reports)\b/);
    }
    expect(find(/FROM records_local WHERE/)).toHaveLength(1);
  });

  it("parts and mutations are looked for on every server", () => {
    expect(find(/FROM system\.(parts|mutations|tables)\s/)).toEqual([]);
    expect(
      find(/clusterAllReplicas\('it\\'s', system\.(parts|mutations|tables)\)\s+WHERE database = 'db'/),
    ).toHaveLength(6);
  });

  it("inserts and queries are those of a single server", async () => {
    const single = createRecordingEngine("records");
    await changeEverything(single.engine, migrations);
    const isUnchanged = (text: string) =>
      /^(INSERT|SELECT)/.test(text) && !text.includes("currentDatabase") && !text.includes("clusterAll");
    expect(statements.filter(isUnchanged)).toEqual(single.statements.filter(isUnchanged));
  });
});
