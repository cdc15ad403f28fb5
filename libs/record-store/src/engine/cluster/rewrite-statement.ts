import { UsageError } from "@ruaflow/runtime/errors";
import { quoteText } from "../engine.ts";
import { type Cluster, isEverywhere, toStored } from "./cluster.ts";

/** A statement of the form `CREATE TABLE IF NOT EXISTS name rest`. */
interface Parts {
  readonly head: string;
  readonly name: string;
  readonly rest: string;
}

type Rewrite = (parts: Parts, cluster: Cluster) => readonly string[];

/** A statement that changes more than rows of a table; what one server does of it, the others do not know. */
const changePattern =
  /^\s*(?:CREATE|ALTER|DROP|TRUNCATE|RENAME|EXCHANGE|ATTACH|DETACH|UNDROP|OPTIMIZE|GRANT|REVOKE|UPDATE|DELETE|REPLACE|KILL)\b/;
/** Its name is the first word that is not in capitals. */
const partsPattern = /^\s*(?<head>[A-Z ]+?)\s+(?<name>[a-z`{][^\s(]*)(?<rest>[\s\S]*)$/;

/**
 * The statements that do on all servers of a cluster what a statement of a single server does there; values of placeholders
 * stay outside. Tables become a replicated table of each shard, and a Distributed table over them that has their name, by
 * which rows are inserted and read. Inserts and queries are unchanged.
 *
 * @throws UsageError for a kind of statement that has no rule here: it would take effect on one server alone
 */
export function toClusterStatements(statement: string, cluster: Cluster): readonly string[] {
  if (!changePattern.test(statement)) return [statement];
  const { head = "a statement", name = "", rest = "" } = partsPattern.exec(statement)?.groups ?? {};
  const rewrite = rules.find(([pattern]) => pattern.test(`${head} ${name}`))?.[1];
  if (rewrite === undefined) throw new UsageError(`On a ClickHouse cluster there is no rule for ${head} ${name}.`);
  return rewrite({ head, name, rest }, cluster);
}

const rules: readonly (readonly [start: RegExp, rewrite: Rewrite])[] = [
  [/^(?:CREATE DATABASE IF NOT EXISTS|DROP DATABASE IF EXISTS) /, onEveryServer],
  [/^(?:CREATE OR REPLACE VIEW|CREATE VIEW IF NOT EXISTS) /, createView],
  [/^DROP VIEW IF EXISTS /, onEveryServer],
  [/^CREATE TABLE IF NOT EXISTS \w+$/, createTable],
  [/^DROP TABLE IF EXISTS \w+$/, dropTable],
  [/^ALTER TABLE \w+$/, alterTable],
  [/^KILL MUTATION WHERE /, killMutation],
];

function onEveryServer({ head, name, rest }: Parts, cluster: Cluster): readonly string[] {
  return [`${head} ${name} ON CLUSTER ${quoteText(cluster.name)}${rest}`];
}

function killMutation({ name, rest }: Parts, cluster: Cluster): readonly string[] {
  return [`KILL MUTATION ON CLUSTER ${quoteText(cluster.name)} WHERE ${name}${rest}`];
}

const comment = /\bCOMMENT '(?:[^'\\]|\\.|'')*'\s*$/;

/** Readers of a view send no settings of ours, without which ClickHouse would refuse its subqueries. */
const viewSettings = "SETTINGS distributed_product_mode = 'local', optimize_skip_unused_shards = 1";

function createView({ head, name, rest }: Parts, cluster: Cluster): readonly string[] {
  const end = comment.exec(rest)?.index ?? rest.length;
  const definition = `${rest.slice(0, end).trimEnd()}\n${viewSettings}\n${rest.slice(end)}`.trimEnd();
  return onEveryServer({ head, name, rest: definition }, cluster);
}

function onStoredTable({ head, name, rest }: Parts, cluster: Cluster): readonly string[] {
  return onEveryServer({ head, name: toStored(name), rest }, cluster);
}

/** Without arguments, the paths in Keeper are the servers' `default_replica_path` and `default_replica_name`. */
const enginePattern = /\bENGINE = (\w*MergeTree)\b(?:\(([^)]*)\))?/;

/** One table for all shards; with `ON CLUSTER` its UUID is the same on every server. */
const everywherePath = ["/clickhouse/tables/{uuid}/everywhere", "{shard}-{replica}"].map(quoteText);

// A deletion waits until outdated parts are gone from every disk, which would otherwise take up to five minutes.
const quickCleanup = "cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10";

function createTable({ head, name, rest }: Parts, cluster: Cluster): readonly string[] {
  const [engine, family = "", args = ""] = enginePattern.exec(rest) ?? [];
  const isSharded = /\borganization_id\b/.test(rest);
  if (engine === undefined || isSharded === isEverywhere(name))
    throw new UsageError(`A ClickHouse cluster has no place for the rows of ${name}.`);
  const path = isSharded ? [] : everywherePath;
  const stored = rest
    .replace(engine, `ENGINE = Replicated${family}(${[...path, ...args.split(",").filter(Boolean)].join(", ")})`)
    .replace(/\bSETTINGS /, `SETTINGS ${quickCleanup}, `);
  const statements = onStoredTable({ head, name, rest: stored }, cluster);
  return isSharded ? [...statements, ...distributeTable({ head, name, rest }, cluster)] : statements;
}

/** All rows of an organization are on one shard. */
function distributeTable({ head, name, rest }: Parts, cluster: Cluster): readonly string[] {
  const place = [cluster.name, cluster.database, toStored(name)].map(quoteText).join(", ");
  const [said = ""] = comment.exec(rest) ?? [];
  const columns = ` AS ${toStored(name)}\nENGINE = Distributed(${place}, cityHash64(organization_id))\n${said}`;
  return onEveryServer({ head, name, rest: columns.trimEnd() }, cluster);
}

function dropTable(parts: Parts, cluster: Cluster): readonly string[] {
  return [...(isEverywhere(parts.name) ? [] : onEveryServer(parts, cluster)), ...onStoredTable(parts, cluster)];
}

/** Actions on columns, which the Distributed table has as well. */
const columnAction = /^\s*(?:ADD|MODIFY|DROP|RENAME|COMMENT) COLUMN\b/;
const storedAction = /\b(?:ADD|DROP|MATERIALIZE|CLEAR) (?:PROJECTION|INDEX|CONSTRAINT)\b|\bMODIFY (?:SETTING|TTL)\b/;

function alterTable(parts: Parts, cluster: Cluster): readonly string[] {
  const { name, rest } = parts;
  // Without such a partition it only removes outdated parts; replicated tables do that by themselves.
  if (/^\s*DROP PARTITION ID 'none'$/.test(rest)) return [];
  if (/^\s*DELETE WHERE\b/.test(rest)) return onStoredTable({ ...parts, rest: toStoredDeletion(rest) }, cluster);
  if (!columnAction.test(rest)) {
    // The next statement may be done by another replica, which must know of this one's change.
    return onStoredTable({ ...parts, rest: rest.replace(/\balter_sync = 0\b/, "alter_sync = 2") }, cluster);
  }
  if (storedAction.test(rest)) throw new UsageError(`Columns and projections of ${name} need statements of their own.`);
  return [...onStoredTable(parts, cluster), ...(isEverywhere(name) ? [] : onEveryServer(parts, cluster))];
}

/** Waiting is left to the servers: a replica that has not heard of a mutation would say that it has none to finish. */
function toStoredDeletion(rest: string): string {
  return rest
    .replace(/\bmutations_sync = 0\b/, "mutations_sync = 2")
    .replace(/\bFROM (\w+)/g, (_, table: string) => `FROM ${toStored(table)}`);
}
