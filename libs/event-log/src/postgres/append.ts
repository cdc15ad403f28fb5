import type { Pool } from "pg";
import type { PlacedMessage } from "../append-queue.ts";
import { encodeByteaArray } from "./bytea-array.ts";
import { channel, toPayload } from "./notifications.ts";
import type { ReadPartitionIds } from "./topic-partitions.ts";

/**
 * Writes messages of any topics, all or none, with one statement: as a transaction of five, half of PostgreSQL's work was
 * to receive and answer statements.
 *
 * The lock on a partition's row is held until the commit, so offsets become visible in order and without gaps: a reader
 * that sees an offset sees all lower ones. Rows are locked in the order of ids, so that two writers cannot deadlock. The
 * left join fails the statement for a partition that does not exist: its offset would be null.
 */
const append = `
with input as (
  select * from unnest($1::int[], $2::bytea[], $3::bytea[], $4::bytea[]) with ordinality
    as m (id, key, headers, value, position)
), locked as materialized (
  select id from event_log.partitions where id = any($1::int[]) order by id for update
), advanced as (
  update event_log.partitions p set next_offset = p.next_offset + n.messages
  from (select id, count(*) as messages from locked join input using (id) group by id) n
  where p.id = n.id returning p.id, p.next_offset - n.messages as first_offset
), inserted as (
  insert into event_log.messages (partition_id, message_offset, appended_at, key, headers, value)
  select id, first_offset + row_number() over (partition by id order by position) - 1, clock_timestamp(),
    key, headers, value
  from input left join advanced using (id)
)
select pg_notify($5, $6)`;

export async function writeMessages(
  pool: Pool,
  readPartitionIds: ReadPartitionIds,
  messages: readonly PlacedMessage[],
): Promise<void> {
  const ids: number[] = [];
  for (const { topic, partition } of messages) ids.push((await readPartitionIds(topic))[partition] ?? -1);
  await pool.query({
    name: "event_log_append",
    text: append,
    values: [
      ids,
      encodeByteaArray(messages.map((message) => Buffer.from(message.key))),
      encodeByteaArray(messages.map((message) => Buffer.from(JSON.stringify(message.headers)))),
      encodeByteaArray(messages.map((message) => message.value)),
      channel,
      toPayload({ kind: "appended", partitionIds: [...new Set(ids)] }),
    ],
  });
}
