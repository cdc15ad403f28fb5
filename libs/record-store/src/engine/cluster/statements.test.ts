import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it, test } from "vitest";
import { createBackupAccess } from "../../backup/backup-access.ts";
import { migrate } from "../../migrations/migrate.ts";
import { migrations } from "../../migrations/migrations.ts";
import { changeRows, createRecordingEngine } from "../../testing/record-statements.ts";
import type { WritingEngine } from "../engine.ts";
import { createClusterEngine } from "./cluster-engine.ts";

const digest = (statements: readonly string[]) => createHash("sha256").update(JSON.stringify(statements)).digest("hex");

test("without a cluster, tables are defined byte for byte as they were before there were clusters", async () => {
  const { engine, statements } = createRecordingEngine("records");
  await migrate(engine, migrations.slice(0, 8));
  const definitions = statements.filter((text) => /^(CREATE|ALTER)/.test(text));
  expect(definitions).toHaveLength(19);
  expect(digest(definitions)).toBe("c7840780bcc27d33b9fc4661eb154933fe965e439f50e4476fbec67e9d3eee35");
});

test("without a cluster, rows are changed byte for byte as they were before there were clusters", async () => {
  const { engine, statements } = createRecordingEngine("records");
  await changeRows(engine);
  const changes = statements.filter((text) => !text.startsWith("SELECT"));
  expect(changes).toHaveLength(16);
  expect(digest(changes)).toBe("7ccde89ad42c3aef886a72dcaf23fa9129d2e22f880af9f1c2e50049f491c90b");
});

async function changeEverything(engine: WritingEngine): Promise<void> {
  await migrate(engine);
  await changeRows(engine);
  await createBackupAccess(engine).clear();
}

describe("on a cluster", () => {
  const { engine, statements } = createRecordingEngine("records_local");
  beforeAll(() => changeEverything(createClusterEngine(engine, { name: "it's", database: "db", replicas: 3 })));

  const find = (pattern: RegExp) => statements.filter((statement) => pattern.test(statement));

  it("every statement that changes tables reaches all servers", () => {
    const changes = find(/^\s*(CREATE|ALTER|DROP)/);
    expect(changes.length).toBeGreaterThan(40);
    for (const statement of changes) expect(statement).toMatch(/^\s*[A-Z ]+ [\w.`]+ ON CLUSTER 'it\\'s'/);
  });

  it("each table is replicated under another name, and Distributed under its own with its comment", () => {
    const tables = find(/^CREATE TABLE/).map((statement) => statement.split("\n", 1)[0]);
    expect(tables.slice(0, 5)).toEqual([
      "CREATE TABLE IF NOT EXISTS schema_migrations ON CLUSTER 'it\\'s'",
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

  it("the rows of an organization are on one shard", () => {
    const keys = find(/ENGINE = Distributed/).map((text) => [
      /EXISTS (\w+)/.exec(text)?.[1],
      /local', (.*)\)$/m.exec(text)?.[1],
    ]);
    expect(Object.fromEntries(keys)).toEqual({
      records: "cityHash64(organization_id)",
      reports: "cityHash64(organization_id)",
      deleted_domains: "cityHash64(organization_id)",
      domains: "cityHash64(organization_id)",
      attention: "cityHash64(organization_id)",
      verdicts: "cityHash64(organization_id)",
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
    for (const text of others) expect(text).toMatch(/^ALTER TABLE (\w+_local|schema_migrations) /);
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
    await changeEverything(single.engine);
    const isUnchanged = (text: string) =>
      /^(INSERT|SELECT)/.test(text) && !text.includes("currentDatabase") && !text.includes("clusterAll");
    expect(statements.filter(isUnchanged)).toEqual(single.statements.filter(isUnchanged));
  });
});
