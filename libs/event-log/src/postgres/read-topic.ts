import type { Pool } from "pg";
import type { ReceivedMessage } from "../event-log.ts";
import { fetchMessages } from "./fetch-messages.ts";

/** Limits of the messages in memory at once. */
const PAGE = { messagesMax: 500, bytesMax: 4 * 1024 * 1024 };

/** Reads the messages that the topic's partitions hold now. It creates no group, so it does not affect retention. */
export async function* readTopic(pool: Pool, partitionIds: readonly number[]): AsyncGenerator<ReceivedMessage> {
  const { rows } = await pool.query<{ id: number; next_offset: string }>(
    "select id, next_offset from event_log.partitions where id = any($1::int[])",
    [partitionIds],
  );
  const ends = new Map(rows.map(({ id, next_offset }) => [id, BigInt(next_offset)]));
  for (const [partition, partitionId] of partitionIds.entries()) {
    const end = ends.get(partitionId) ?? 0n;
    for (let offset = 0n; offset < end; ) {
      const page = await fetchMessages(pool, { partition, partitionId, offset, ...PAGE });
      const last = page.at(-1);
      if (last === undefined) break;
      yield* page.filter((message) => message.offset < end);
      offset = last.offset + 1n;
    }
  }
}
