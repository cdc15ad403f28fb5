import { UsageError } from "@ruaflow/runtime/errors";
import { expect, test } from "vitest";
import { toClusterStatements } from "./rewrite-statement.ts";

const cluster = { name: "c", database: "db", replicas: 2 };
const rewrite = (statement: string) => toClusterStatements(statement, cluster);

test.each([
  [
    "CREATE DATABASE IF NOT EXISTS {database:Identifier}",
    "CREATE DATABASE IF NOT EXISTS {database:Identifier} ON CLUSTER 'c'",
  ],
  ["DROP VIEW IF EXISTS v1.x", "DROP VIEW IF EXISTS v1.x ON CLUSTER 'c'"],
  ["KILL MUTATION WHERE command = 'a' SYNC", "KILL MUTATION ON CLUSTER 'c' WHERE command = 'a' SYNC"],
])("%s is done by every server", (statement, expected) => {
  expect(rewrite(statement)).toEqual([expected]);
});

test("a view is of every server, and its readers need no settings", () => {
  expect(
    rewrite("CREATE OR REPLACE VIEW `v1`.x\n(a String COMMENT 'b')\nAS SELECT a FROM t\nCOMMENT 'it\\'s'"),
  ).toEqual([
    `CREATE OR REPLACE VIEW \`v1\`.x ON CLUSTER 'c'
(a String COMMENT 'b')
AS SELECT a FROM t
SETTINGS distributed_product_mode = 'local', optimize_skip_unused_shards = 1
COMMENT 'it\\'s'`,
  ]);
  expect(rewrite("CREATE VIEW IF NOT EXISTS x AS SELECT 1")).toEqual([
    "CREATE VIEW IF NOT EXISTS x ON CLUSTER 'c' AS SELECT 1\nSETTINGS distributed_product_mode = 'local', optimize_skip_unused_shards = 1",
  ]);
});

test("a table of no organization is one table of all servers, under its own name", () => {
  const settings = "cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10";
  expect(
    rewrite(
      "CREATE TABLE IF NOT EXISTS visibility (version UInt64) ENGINE = ReplacingMergeTree(version) SETTINGS a = 1",
    ),
  ).toEqual([
    `CREATE TABLE IF NOT EXISTS visibility ON CLUSTER 'c' (version UInt64) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/everywhere', '{shard}-{replica}', version) SETTINGS ${settings}, a = 1`,
  ]);
  expect(rewrite("ALTER TABLE visibility ADD COLUMN a String")).toEqual([
    "ALTER TABLE visibility ON CLUSTER 'c' ADD COLUMN a String",
  ]);
  expect(rewrite("DROP TABLE IF EXISTS visibility SYNC")).toEqual([
    "DROP TABLE IF EXISTS visibility ON CLUSTER 'c' SYNC",
  ]);
});

test("a projection is added on every server before the next statement uses it", () => {
  expect(rewrite("ALTER TABLE t ADD PROJECTION p (SELECT 1) SETTINGS alter_sync = 0, mutations_sync = 0")).toEqual([
    "ALTER TABLE t_local ON CLUSTER 'c' ADD PROJECTION p (SELECT 1) SETTINGS alter_sync = 2, mutations_sync = 0",
  ]);
});

test.each([
  "INSERT INTO t SETTINGS async_insert = 0 FORMAT JSONCompactEachRow",
  "INSERT INTO t SELECT * FROM t",
  "SELECT 1",
])("%s stays as it is", (statement) => {
  expect(rewrite(statement)).toEqual([statement]);
});

test.each([
  "CREATE TABLE t (organization_id String) ENGINE = MergeTree ORDER BY organization_id",
  "CREATE TABLE IF NOT EXISTS t (a String) ENGINE = MergeTree ORDER BY a",
  "CREATE TABLE IF NOT EXISTS visibility (organization_id String) ENGINE = MergeTree ORDER BY organization_id",
  "CREATE USER IF NOT EXISTS `u` IDENTIFIED WITH no_password",
  "CREATE ROW POLICY OR REPLACE p ON t USING 1 TO ALL",
  "ALTER TABLE `v1`.`x` MODIFY SQL SECURITY DEFINER",
  "CREATE TABLE IF NOT EXISTS t (organization_id String) ENGINE = Memory",
  "CREATE MATERIALIZED VIEW v TO t AS SELECT 1",
  "ALTER TABLE t ADD COLUMN a String, ADD PROJECTION p (SELECT 1)",
  'CREATE TABLE IF NOT EXISTS "T" (organization_id String) ENGINE = MergeTree ORDER BY organization_id',
  "GRANT SELECT ON `v1`.* TO `u`",
  "DELETE FROM t WHERE 1",
  "RENAME TABLE a TO b",
  "TRUNCATE TABLE t",
  "OPTIMIZE TABLE t FINAL",
  "DROP DICTIONARY d",
])("%s is refused, because it would take effect on one server alone", (statement) => {
  expect(() => rewrite(statement)).toThrow(UsageError);
});
