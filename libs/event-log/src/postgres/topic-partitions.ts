import type { Pool } from "pg";
import { EventLogError } from "../errors.ts";
import { readOncePerTopic } from "../read-once-per-topic.ts";

/** The ids of a topic's partitions, by partition. */
export type ReadPartitionIds = (topic: string) => Promise<readonly number[]>;

/** Reads each topic's partitions once: they never change after the topic is created. */
export function createPartitionIds(pool: Pool): ReadPartitionIds {
  return readOncePerTopic((topic) => readPartitionIds(pool, topic));
}

async function readPartitionIds(pool: Pool, topic: string): Promise<readonly number[]> {
  const { rows } = await pool
    .query<{ id: number }>("select id from event_log.partitions where topic = $1 order by partition", [topic])
    .catch(ignoreUnprepared);
  if (rows.length === 0) throw new EventLogError("topic_unknown", `Topic ${topic} does not exist.`);
  return rows.map((row) => row.id);
}

/** A log that was never prepared has no topics: PostgreSQL's `undefined_table`. */
function ignoreUnprepared(error: unknown): { readonly rows: { id: number }[] } {
  if (error instanceof Error && "code" in error && error.code === "42P01") return { rows: [] };
  throw error;
}
