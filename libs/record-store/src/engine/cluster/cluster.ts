import type { TableLayout } from "../engine.ts";
import { quoteText } from "../engine.ts";

/** A cluster of ClickHouse servers, as `remote_servers` defines it. */
export interface Cluster {
  readonly name: string;
  /** The database of the tables, on every server. */
  readonly database: string;
  /** Replicas of each shard. */
  readonly replicas: number;
}

const STORED = "_local";

/** Tables without organizations: every server has all their rows, so that queries of any shard find them beside it. */
const everywhere: ReadonlySet<string> = new Set(["schema_migrations", "visibility", "source_facts"]);

export function isEverywhere(table: string): boolean {
  return everywhere.has(table);
}

/** Tables are Distributed tables; their rows are in a replicated table of each shard, whose name ends in `_local`. */
export function createClusterLayout({ name, database }: Cluster): TableLayout {
  return {
    toStored,
    fromStored: (stored) => (stored.endsWith(STORED) ? stored.slice(0, -STORED.length) : stored),
    toSystemTable: (table) => `clusterAllReplicas(${quoteText(name)}, system.${table})`,
    database: quoteText(database),
    toSharing: (organizationId) => organizationId,
  };
}

/** The replicated table that holds the rows of `table`. */
export function toStored(table: string): string {
  return isEverywhere(table) ? table : `${table}${STORED}`;
}
