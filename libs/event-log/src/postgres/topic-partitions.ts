import type { Pool } from "pg";
import { EventLogError } from "../errors.ts";

/** The ids of a topic's partitions, by partition. */
export type ReadPartitionIds = (topic: string) => Promise<readonly number[]>;

/**
 * Reads each topic's partitions once: they never change after the topic is created. Calls made at the same time share
 * one read and resolve in their order, or appends that wait for it would overtake one another.
 */
export function createPartitionIds(pool: Pool): ReadPartitionIds {
  const known = new Map<string, Promise<readonly number[]>>();
  return (topic) => {
    const ids = known.get(topic) ?? readPartitionIds(pool, topic);
    known.set(topic, ids);
    ids.catch(() => known.delete(topic));
    return ids;
  };
}

async function readPartitionIds(pool: Pool, topic: string): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    "select id from event_log.partitions where topic = $1 order by partition",
    [topic],
  );
  if (rows.length === 0) throw new EventLogError("topic_unknown", `There is no topic ${topic}.`);
  return rows.map((row) => row.id);
}
