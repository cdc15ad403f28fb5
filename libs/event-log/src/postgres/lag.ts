import type { Pool } from "pg";
import type { PartitionLag } from "../event-log.ts";

interface LagRow {
  readonly partition: number;
  readonly next_offset: string;
  readonly committed: string;
  readonly lag_seconds: number;
}

/** A group that has never subscribed is at the beginning of the log. */
export async function readLag(pool: Pool, topic: string, group: string): Promise<readonly PartitionLag[]> {
  const { rows } = await pool.query<LagRow>(
    `select p.partition, p.next_offset, c.committed,
       coalesce(extract(epoch from statement_timestamp() - m.appended_at), 0)::float8 as lag_seconds
     from event_log.partitions p
     left join event_log.group_offsets g on g.partition_id = p.id and g.consumer_group = $2
     cross join lateral (select coalesce(g.committed,
       (select min(message_offset) from event_log.messages where partition_id = p.id), p.next_offset) as committed) c
     left join event_log.messages m on m.partition_id = p.id and m.message_offset = c.committed
     where p.topic = $1 order by p.partition`,
    [topic, group],
  );
  return rows.map(toPartitionLag);
}

function toPartitionLag(row: LagRow): PartitionLag {
  const end = BigInt(row.next_offset);
  const committed = BigInt(row.committed);
  return {
    partition: row.partition,
    end,
    committed,
    lagMessages: Number(end - committed),
    lagSeconds: row.lag_seconds,
  };
}
