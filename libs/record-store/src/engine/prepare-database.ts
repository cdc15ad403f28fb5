import { type ClickHouseClientConfigOptions, createClient } from "@clickhouse/client";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Cluster } from "./cluster/cluster.ts";
import { readCluster, type Select } from "./cluster/read-cluster.ts";
import { toClusterStatements } from "./cluster/rewrite-statement.ts";

const databaseQuery = "SELECT name FROM system.databases WHERE name = {database:String}";
const creation = "CREATE DATABASE IF NOT EXISTS {database:Identifier}";

/**
 * Creates a missing database, and resolves with the cluster of its tables. A server refuses every request that names an
 * unknown database, even the one that would create it.
 *
 * @throws UsageError when the tables are not where `clusterName` says: rows would be lost or stored twice
 */
export async function prepareDatabase(
  options: ClickHouseClientConfigOptions,
  database: string,
  clusterName: string | undefined,
): Promise<Cluster | undefined> {
  const client = createClient({ ...options, database: "default" });
  const select: Select = async (query, params) =>
    (await client.query({ query, query_params: { ...params }, format: "JSONEachRow" })).json();
  try {
    const cluster = clusterName === undefined ? undefined : await readCluster(select, clusterName, database);
    if ((await select(databaseQuery, { database })).length === 0) {
      const statements = cluster === undefined ? [creation] : toClusterStatements(creation, cluster);
      for (const query of statements) await client.command({ query, query_params: { database } });
    } else await assertLayout(select, database, clusterName);
    return cluster;
  } finally {
    await client.close();
  }
}

/** The table `records` is created by the first step of every release. */
const layoutQuery = `SELECT if(engine = 'Distributed', extract(engine_full, '\\'(.*?)\\''), '') AS cluster
FROM system.tables WHERE database = {database:String} AND name = 'records'`;

async function assertLayout(select: Select, database: string, clusterName = ""): Promise<void> {
  const [table] = await select<{ cluster?: string }>(layoutQuery, { database });
  const found = table?.cluster ?? clusterName;
  if (found === clusterName) return;
  const [place, advice] = found === "" ? ["on one server", "not be set"] : [`in the cluster ${found}`, `be ${found}`];
  throw new UsageError(
    `The tables of the database ${database} are ${place}, so CLICKHOUSE_CLUSTER must ${advice}. To move them, see docs/clickhouse-cluster.md.`,
  );
}
