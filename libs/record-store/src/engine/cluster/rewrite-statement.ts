import { type Cluster, quoteText, toStored } from "./cluster.ts";

/** A statement of the form `CREATE TABLE IF NOT EXISTS name rest`. */
interface Parts {
  readonly head: string;
  readonly name: string;
  readonly rest: string;
}

type Rewrite = (parts: Parts, cluster: Cluster) => readonly string[];

const statementPattern =
  /^\s*(?<head>(?:CREATE|ALTER|DROP|TRUNCATE|RENAME|EXCHANGE|ATTACH|DETACH|OPTIMIZE)\b[ A-Z]*?)\s+(?<name>[a-z`{][^\s(]*)(?<rest>[\s\S]*)$/;

/**
 * The statements that do on all servers of a cluster what a statement of a single server does there; values of placeholders
 * stay outside. Tables become a replicated table of each shard, and a Distributed table over them that has their name, by
 * which rows are inserted and read. Inserts and queries are unchanged.
 *
 * @throws Error for a kind of statement that has no rule here: it would take effect on one server alone
 */
export function toClusterStatements(statement: string, cluster: Cluster): readonly string[] {
  const { head = "", name = "", rest = "" } = statementPattern.exec(statement)?.groups ?? {};
  if (head === "" && !/^\s*(?:CREATE|ALTER|DROP|TRUNCATE|RENAME|EXCHANGE|ATTACH|DETACH|OPTIMIZE)\b/.test(statement))
    return [statement];
  const rewrite = rules.find(([pattern]) => pattern.test(head))?.[1];
  if (rewrite === undefined) throw new Error(`no rule says how a cluster does: ${statement}`);
  return rewrite({ head, name, rest }, cluster);
}

const onEveryServer: Rewrite = ({ head, name, rest }, cluster) => [`${head} ${name} ${onCluster(cluster)}${rest}`];

const rules: readonly (readonly [head: RegExp, rewrite: Rewrite])[] = [
  [/^(?:CREATE DATABASE IF NOT EXISTS|DROP DATABASE IF EXISTS)$/, onEveryServer],
  [/^(?:CREATE OR REPLACE VIEW|CREATE VIEW IF NOT EXISTS|DROP VIEW IF EXISTS)$/, onEveryServer],
  [/^CREATE TABLE IF NOT EXISTS$/, createTable],
  [
    /^DROP TABLE IF EXISTS$/,
    ({ head, name, rest }, cluster) => [
      ...onEveryServer({ head, name, rest }, cluster),
      ...onEveryServer({ head, name: toStored(name), rest }, cluster),
    ],
  ],
  [/^ALTER TABLE$/, alterTable],
];

function onCluster({ name }: Cluster): string {
  return `ON CLUSTER ${quoteText(name)}`;
}

/** `MergeTree` without arguments: the paths in Keeper are the server's `default_replica_path` and `default_replica_name`. */
const enginePattern = /\bENGINE = (?=\w*MergeTree\b)/;

// A deletion waits until outdated parts are gone from every disk, which would otherwise take up to five minutes.
const quickCleanup = "cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10";

function createTable({ head, name, rest }: Parts, cluster: Cluster): readonly string[] {
  if (!enginePattern.test(rest)) throw new Error(`the table ${name} has no engine that a cluster can replicate`);
  const stored = rest
    .replace(enginePattern, "ENGINE = Replicated")
    .replace(/\bSETTINGS /, `SETTINGS ${quickCleanup}, `);
  const [, database = cluster.database, table = name] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
  const args = [cluster.name, database, toStored(table)].map(quoteText);
  const [comment = ""] = /\bCOMMENT '(?:[^'\\]|\\.|'')*'\s*$/.exec(rest) ?? [];
  return [
    ...onEveryServer({ head, name: toStored(name), rest: stored }, cluster),
    `${head} ${name} ${onCluster(cluster)} AS ${toStored(name)}
ENGINE = Distributed(${args.join(", ")}, ${toShardingKey(rest)})
${comment}`.trimEnd(),
  ];
}

/** All rows of an organization are on one shard; those of none are on the first. */
function toShardingKey(definition: string): string {
  return /\borganization_id\b/.test(definition) ? "cityHash64(organization_id)" : "toUInt64(0)";
}

/** Actions on columns, which the Distributed table has as well. */
const columnAction = /^\s*(?:ADD|MODIFY|DROP|RENAME|COMMENT) COLUMN\b/;
const storedAction = /\b(?:ADD|DROP|MATERIALIZE|CLEAR) (?:PROJECTION|INDEX|CONSTRAINT)\b|\bMODIFY (?:SETTING|TTL)\b/;

function alterTable({ head, name, rest }: Parts, cluster: Cluster): readonly string[] {
  const alterStored = (text: string) => onEveryServer({ head, name: toStored(name), rest: text }, cluster);
  // Without such a partition it only removes outdated parts; replicated tables do that by themselves.
  if (/^\s*DROP PARTITION ID 'none'$/.test(rest)) return [];
  if (/^\s*DELETE WHERE\b/.test(rest)) {
    // Waiting is left to the servers: a replica that has not heard of a mutation would say that it has none to finish.
    const text = rest.replace(/\bmutations_sync = 0\b/, "mutations_sync = 2");
    return alterStored(text.replace(/\bFROM (\w+)/g, (_, table: string) => `FROM ${toStored(table)}`));
  }
  if (columnAction.test(rest)) {
    if (storedAction.test(rest))
      throw new Error(`a statement changes columns and what only stored tables have: ${rest}`);
    return [...alterStored(rest), ...onEveryServer({ head, name, rest }, cluster)];
  }
  // The next statement may be done by another replica, which must know of this one's change.
  return alterStored(rest.replace(/\balter_sync = 0\b/, "alter_sync = 2"));
}
