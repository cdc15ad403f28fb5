import type { Pool, PoolClient } from "pg";
import type { PlacedMessage } from "../append-queue.ts";
import { encodeByteaArray } from "./bytea-array.ts";
import { notify } from "./notifications.ts";
import type { ReadPartitionIds } from "./topic-partitions.ts";

/** Writes messages of any topics in one transaction. */
export async function writeMessages(
  pool: Pool,
  readPartitionIds: ReadPartitionIds,
  messages: readonly PlacedMessage[],
): Promise<void> {
  const ids: number[] = [];
  for (const { topic, partition } of messages) ids.push((await readPartitionIds(topic))[partition] ?? -1);
  const client = await pool.connect();
  try {
    await client.query("begin");
    await insertMessages(client, messages, ids);
    await client.query("commit");
    client.release();
  } catch (error) {
    // The state of the connection is unknown; closing it ends the transaction.
    client.release(true);
    throw error;
  }
}

async function insertMessages(
  client: PoolClient,
  messages: readonly PlacedMessage[],
  ids: readonly number[],
): Promise<void> {
  const next = await lockPartitions(client, [...new Set(ids)]);
  const offsets = ids.map((id) => takeOffset(next, id));
  await client.query({
    name: "event_log_insert_messages",
    text: `insert into event_log.messages (partition_id, message_offset, appended_at, key, headers, value)
           select id, message_offset, statement_timestamp(), key, headers, value
           from unnest($1::int[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bytea[])
             as m (id, message_offset, key, headers, value)`,
    values: [
      ids,
      offsets,
      encodeByteaArray(messages.map((message) => Buffer.from(message.key))),
      encodeByteaArray(messages.map((message) => Buffer.from(JSON.stringify(message.headers)))),
      encodeByteaArray(messages.map((message) => message.value)),
    ],
  });
  await client.query({
    name: "event_log_advance_partitions",
    text: `update event_log.partitions p set next_offset = n.next_offset
           from unnest($1::int[], $2::bigint[]) as n (id, next_offset) where p.id = n.id`,
    values: [[...next.keys()], [...next.values()]],
  });
  await notify(client, { kind: "appended", partitionIds: [...next.keys()] });
}

/**
 * The lock on a partition's row is held until the commit, so offsets become visible in order and without gaps: a reader
 * that sees an offset sees all lower ones. Rows are locked in the order of ids, so that two writers cannot deadlock.
 */
async function lockPartitions(client: PoolClient, ids: readonly number[]): Promise<Map<number, bigint>> {
  const { rows } = await client.query<{ id: number; next_offset: string }>({
    name: "event_log_lock_partitions",
    text: "select id, next_offset from event_log.partitions where id = any($1::int[]) order by id for update",
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, BigInt(row.next_offset)]));
}

function takeOffset(next: Map<number, bigint>, id: number): bigint {
  const offset = next.get(id);
  if (offset === undefined) throw new Error(`Partition ${id} does not exist.`);
  next.set(id, offset + 1n);
  return offset;
}
