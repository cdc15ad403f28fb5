import type { Pool } from "pg";
import type { ReceivedMessage } from "../event-log.ts";

export interface FetchOptions {
  readonly partition: number;
  readonly partitionId: number;
  /** The first offset to fetch. */
  readonly offset: bigint;
  readonly messagesMax: number;
  readonly bytesMax: number;
}

interface MessageRow {
  readonly message_offset: string;
  readonly appended_at: Date;
  readonly key: Buffer;
  readonly headers: Buffer;
  readonly value: Buffer;
}

/**
 * Fetches messages of a partition, in order, from an offset on. Sizes are summed before any value is read; the first
 * message is always included.
 */
export async function fetchMessages(pool: Pool, options: FetchOptions): Promise<readonly ReceivedMessage[]> {
  const { rows } = await pool.query<MessageRow>({
    name: "event_log_fetch",
    text: `select message_offset, appended_at, key, headers, value
           from (select *, sum(octet_length(key) + octet_length(value)) over (order by message_offset) as bytes,
                   row_number() over (order by message_offset) as rank
                 from event_log.messages where partition_id = $1 and message_offset >= $2
                 order by message_offset limit $3) m
           where bytes <= $4 or rank = 1 order by message_offset`,
    values: [options.partitionId, options.offset, options.messagesMax, options.bytesMax],
  });
  return rows.map((row) => toMessage(row, options.partition));
}

function toMessage(row: MessageRow, partition: number): ReceivedMessage {
  return {
    partition,
    offset: BigInt(row.message_offset),
    appendedAt: row.appended_at,
    key: row.key.toString(),
    headers: JSON.parse(row.headers.toString()) as Record<string, string>,
    value: row.value,
  };
}
