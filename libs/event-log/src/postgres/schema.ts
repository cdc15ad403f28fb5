import type { Pool, PoolClient } from "pg";
import type { TopicSettings } from "../topics.ts";

/** An arbitrary number: the lock only prevents two processes from creating the same tables at the same time. */
const MIGRATION_LOCK = 7_268_541_001;

/**
 * Keys, headers and values are bytes, for they carry untrusted text and Postgres's text type refuses NUL. Values are
 * already compressed, so Postgres must not compress them again (STORAGE EXTERNAL).
 */
const tables = `
create schema if not exists event_log;
create table if not exists event_log.partitions (
  id serial primary key,
  topic text not null,
  partition int not null,
  retention_ms bigint not null,
  next_offset bigint not null default 0,
  unique (topic, partition)
);
create table if not exists event_log.messages (
  partition_id int not null,
  message_offset bigint not null,
  appended_at timestamptz not null,
  key bytea not null,
  headers bytea not null,
  value bytea not null,
  primary key (partition_id, message_offset)
);
alter table event_log.messages alter column value set storage external;
create table if not exists event_log.group_offsets (
  consumer_group text not null,
  partition_id int not null references event_log.partitions (id),
  committed bigint not null,
  committed_at timestamptz not null default now(),
  primary key (consumer_group, partition_id)
);
create table if not exists event_log.members (
  id uuid primary key,
  topic text not null,
  consumer_group text not null,
  backend_pid int not null,
  heartbeat_at timestamptz not null
);`;

/** Where a log in PostgreSQL lies: what a backup of the database has to contain, tables in the order of their references. */
export const postgresLog = {
  schema: "event_log",
  tables: ["event_log.partitions", "event_log.messages", "event_log.group_offsets"],
} as const;

/** Groups of earlier releases: messages that they never committed would be kept indefinitely. */
const RETIRED_GROUPS = ["ruaflow.webhook-dispatcher"];

/** Creates missing tables and topics; idempotent, and safe from several processes at once. */
export async function prepareSchema(pool: Pool, topics: readonly TopicSettings[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    if (!(await hasTables(client))) await client.query(tables);
    for (const topic of topics) await createTopic(client, topic);
    await client.query("delete from event_log.group_offsets where consumer_group = any($1)", [RETIRED_GROUPS]);
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** DDL waits for the users of a table and blocks them, so it runs only once. */
async function hasTables(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('event_log.members') as found");
  return rows[0].found !== null;
}

/** An existing topic keeps its partitions, as in Kafka: adding some would move keys and break their order. */
async function createTopic(client: PoolClient, topic: TopicSettings): Promise<void> {
  await client.query(
    `insert into event_log.partitions (topic, partition, retention_ms)
     select $1, generate_series(0, $2::int - 1), $3
     where not exists (select from event_log.partitions where topic = $1)`,
    [topic.name, topic.partitions, topic.retentionMs],
  );
}
