import { expect, test } from "vitest";
import { toClusterStatements } from "./rewrite-statement.ts";

const cluster = { name: "c", database: "db", replicas: 2 };
const rewrite = (statement: string) => toClusterStatements(statement, cluster);

test.each([
  [
    "CREATE DATABASE IF NOT EXISTS {database:Identifier}",
    "CREATE DATABASE IF NOT EXISTS {database:Identifier} ON CLUSTER 'c'",
  ],
  ["CREATE OR REPLACE VIEW v1.x AS SELECT * FROM t", "CREATE OR REPLACE VIEW v1.x ON CLUSTER 'c' AS SELECT * FROM t"],
  [
    "CREATE OR REPLACE VIEW v1.x\n(a String) AS SELECT 1",
    "CREATE OR REPLACE VIEW v1.x ON CLUSTER 'c'\n(a String) AS SELECT 1",
  ],
  ["DROP VIEW IF EXISTS v1.x", "DROP VIEW IF EXISTS v1.x ON CLUSTER 'c'"],
])("%s is done by every server", (statement, expected) => {
  expect(rewrite(statement)).toEqual([expected]);
});

test("a table of another database is Distributed over that database's", () => {
  const statement =
    "CREATE TABLE IF NOT EXISTS v1.t (organization_id String) ENGINE = MergeTree ORDER BY organization_id";
  expect(rewrite(statement)).toEqual([
    "CREATE TABLE IF NOT EXISTS v1.t_local ON CLUSTER 'c' (organization_id String) ENGINE = ReplicatedMergeTree ORDER BY organization_id",
    "CREATE TABLE IF NOT EXISTS v1.t ON CLUSTER 'c' AS v1.t_local\nENGINE = Distributed('c', 'v1', 't_local', cityHash64(organization_id))",
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
  "CREATE TABLE t (a String) ENGINE = MergeTree ORDER BY a",
  "CREATE TABLE IF NOT EXISTS t (a String) ENGINE = Memory",
  "CREATE MATERIALIZED VIEW v TO t AS SELECT 1",
  "ALTER TABLE t ADD COLUMN a String, ADD PROJECTION p (SELECT 1)",
  "RENAME TABLE a TO b",
  "TRUNCATE TABLE t",
  "OPTIMIZE TABLE t FINAL",
  "DROP DICTIONARY d",
])("%s is refused, because it would take effect on one server alone", (statement) => {
  expect(() => rewrite(statement)).toThrow();
});
