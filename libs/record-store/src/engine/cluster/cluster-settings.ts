import type { ClickHouseSettings } from "@clickhouse/client";
import type { Cluster } from "./cluster.ts";

/** Less than the client waits for an answer, so that the server says that a quorum is missing. */
const QUORUM_TIMEOUT_MS = 15_000;
/** Less than the client waits for a command. */
const DDL_TIMEOUT_S = 590;

/**
 * What every request to a cluster says; the statements are those of a single server. Reading back must see every row that an
 * insert has confirmed, on whichever replica it reads.
 */
export function toClusterSettings({ replicas }: Cluster): ClickHouseSettings {
  return {
    // A majority. Not 'auto': from 26.2 until the fix of ClickHouse#108800 that writes even where too few replicas are alive,
    // and leaves a quorum open.
    insert_quorum: String(Math.floor(replicas / 2) + 1),
    insert_quorum_timeout: QUORUM_TIMEOUT_MS,
    // One insert after the other, without which no read is sequential. While the quorum of an insert is open, no read shows its
    // rows and no other insert of the shard succeeds. So a writer that reads back too early and writes the rows again finds both
    // copies afterwards, and removes one.
    insert_quorum_parallel: 0,
    select_sequential_consistency: "1",
    // Otherwise an insert returns before the shards have its rows.
    distributed_foreground_insert: 1,
    // All rows of an organization are on one shard: its questions ask no other one, and a subquery needs only rows beside it.
    optimize_skip_unused_shards: 1,
    distributed_product_mode: "local",
    // Removing duplicates compares rows with each other, in a subquery. A replica that lacks a row when it does so removes less,
    // never more, and takes over the part of the replica that came first.
    allow_nondeterministic_mutations: 1,
    distributed_ddl_task_timeout: String(DDL_TIMEOUT_S),
  };
}
