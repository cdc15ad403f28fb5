import { UsageError } from "@ruaflow/runtime/errors";
import type { Cluster } from "./cluster.ts";

/** Queries rows, whatever databases exist. */
export type Select = <Row>(query: string, params: Readonly<Record<string, unknown>>) => Promise<Row[]>;

interface Shard {
  readonly cluster: string;
  readonly replicas: number;
  readonly replicatesItself: number;
}

const shardsQuery = `SELECT cluster, shard_num, toUInt32(count()) AS replicas, min(internal_replication) AS replicatesItself
FROM system.clusters GROUP BY cluster, shard_num ORDER BY cluster, shard_num`;

/**
 * Reads what the server's `remote_servers` says of a cluster.
 *
 * @throws UsageError when rows would be stored more than once, or too seldom, on such servers
 */
export async function readCluster(select: Select, name: string, database: string): Promise<Cluster> {
  const all = await select<Shard>(shardsQuery, {});
  const shards = all.filter(({ cluster }) => cluster === name);
  const [first] = shards;
  if (first === undefined) {
    const names = [...new Set(all.map(({ cluster }) => cluster))].join(", ") || "none";
    throw new UsageError(`CLICKHOUSE_CLUSTER is ${name}, but the clusters of the server are: ${names}.`);
  }
  if (shards.some(({ replicatesItself }) => replicatesItself !== 1)) {
    throw new UsageError(
      `CLICKHOUSE_CLUSTER: each shard of ${name} needs <internal_replication>true</internal_replication> in the servers' remote_servers. Without it, each row would be stored once for each replica.`,
    );
  }
  if (shards.some(({ replicas }) => replicas !== first.replicas))
    throw new UsageError(`CLICKHOUSE_CLUSTER: the shards of ${name} must have equal numbers of replicas.`);
  return { name, database, replicas: first.replicas };
}
