import { isPostgresOutage, openPool } from "@ruaflow/postgres";
import { createAppendQueue } from "../append-queue.ts";
import { EventLogError } from "../errors.ts";
import type { EventLog, Subscription } from "../event-log.ts";
import { checkMessages } from "../message-size.ts";
import { choosePartition } from "../partition.ts";
import { reportOutages } from "../report-outages.ts";
import { listTopics, type TopicSettings } from "../topics.ts";
import { writeMessages } from "./append.ts";
import { startGroupMember } from "./group-member.ts";
import { readLag } from "./lag.ts";
import { registerGroup } from "./partition-source.ts";
import { readTopic } from "./read-topic.ts";
import { runRetention } from "./retention.ts";
import { prepareSchema } from "./schema.ts";
import { createPartitionIds } from "./topic-partitions.ts";

export interface PostgresLogOptions {
  /** Must lead to Postgres itself or to a session pool: a transaction pool would break session locks. */
  readonly connectionString: string;
  /** For topics that do not exist yet; the default is that of `listTopics`. */
  readonly partitions?: number;
  readonly topics?: readonly TopicSettings[];
  /** Age at which messages that every known group has committed are deleted. Default one day. */
  readonly retentionMs?: number;
  /** How often to delete such messages. */
  readonly retentionEveryMs?: number;
  /** A member without a heartbeat for this long loses its partitions, even if it is still connected. */
  readonly sessionTimeoutMs?: number;
  /** Called for background failures that will be retried. */
  readonly onRetry?: (error: Error) => void;
}

const CONNECTIONS_MAX = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The event log on Postgres tables, for installations without Kafka. It rejects with `OutageError` while Postgres is
 * unreachable.
 */
export function createPostgresLog(options: PostgresLogOptions): EventLog {
  return reportOutages(openPostgresLog(options), isPostgresOutage);
}

function openPostgresLog(options: PostgresLogOptions): EventLog {
  const { connectionString, retentionMs = DAY_MS, retentionEveryMs = 60_000, sessionTimeoutMs = 10_000 } = options;
  const pool = openPool({
    url: connectionString,
    connectionsMax: CONNECTIONS_MAX,
    applicationName: "ruaflow-event-log",
  });
  const readPartitionIds = createPartitionIds(pool);
  const queue = createAppendQueue((messages) => writeMessages(pool, readPartitionIds, messages));
  const subscriptions = new Set<Subscription>();
  const closing = new AbortController();
  let deleting: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  async function close(): Promise<void> {
    closing.abort();
    await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
    await Promise.all([deleting, queue.drain()]);
    await pool.end();
  }

  return {
    driver: "postgres",
    async prepare() {
      await prepareSchema(pool, options.topics ?? listTopics(options.partitions));
      const onRetry = options.onRetry ?? (() => {});
      deleting ??= runRetention(pool, { retentionMs, everyMs: retentionEveryMs, onRetry, stopping: closing.signal });
    },
    async append(topic, messages) {
      if (closing.signal.aborted) throw new EventLogError("log_closed", "The log is closed.");
      checkMessages(messages);
      const partitions = (await readPartitionIds(topic)).length;
      await queue.add(
        messages.map((message) => ({ ...message, topic, partition: choosePartition(message.key, partitions) })),
      );
    },
    async subscribe(subscription) {
      const partitionIds = await readPartitionIds(subscription.topic);
      await registerGroup(pool, subscription.group, partitionIds);
      const member = startGroupMember({ connectionString, sessionTimeoutMs, pool, partitionIds, subscription });
      subscriptions.add(member);
      return member;
    },
    async *readTopic(topic) {
      yield* readTopic(pool, await readPartitionIds(topic));
    },
    readLag: (topic, group) => readLag(pool, topic, group),
    readPositions: (topic, group) => readLag(pool, topic, group),
    async ping() {
      await pool.query("select 1");
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}
