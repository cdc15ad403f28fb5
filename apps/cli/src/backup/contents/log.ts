import {
  createEventLog,
  deadLettersTopic,
  type EventLog,
  type LogMessage,
  recordWriterGroup,
  reportsTopic,
} from "@ruaflow/event-log";
import { readLaneLags } from "@ruaflow/event-log/lanes";
import type { BareStores } from "../../stores/bare-stores.ts";
import type { Manifest } from "../folder/manifest-schema.ts";

/** Reports are in the ledger before their offset is committed: the snapshot, taken later, has all that is committed here. */
export async function readPosition({ settings, databaseUrl, logger }: BareStores): Promise<Manifest["log"]> {
  const onRetry = (error: Error) => logger.warn({ err: error }, "the event log retries");
  const log = await createEventLog(settings, { databaseUrl, onRetry });
  try {
    // Before the first start of an app it has no topics.
    await log.prepare();
    const lag = await log.readLag(reportsTopic, recordWriterGroup);
    const partitions = lag.map(({ partition, committed, end }) => ({
      partition,
      committed: String(committed),
      end: String(end),
    }));
    return { driver: log.driver, group: recordWriterGroup, topic: reportsTopic, partitions };
  } finally {
    await log.close();
  }
}

/** Creates the tables of a log in PostgreSQL. */
export async function prepareLogTables({ settings, databaseUrl }: BareStores): Promise<void> {
  const log = await createEventLog(
    { ...settings, KAFKA_BROKERS: undefined },
    { databaseUrl, onRetry: () => undefined },
  );
  await log.prepare();
  await log.close();
}

/** Appended together. */
const MESSAGES_MAX = 100;

/**
 * Appends to Kafka what a log in PostgreSQL still holds for the apps: reports that were not written yet, and all dead
 * letters. Messages that are copied twice count once. Resolves with their number.
 */
export async function copyUnreadMessages({ settings, databaseUrl, logger }: BareStores): Promise<number> {
  const onRetry = (error: Error) => logger.warn({ err: error }, "the event log retries");
  const from = await createEventLog({ ...settings, KAFKA_BROKERS: undefined }, { databaseUrl, onRetry });
  try {
    const to = await createEventLog(settings, { databaseUrl, onRetry });
    try {
      return await copyMessages(from, to);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** Appends what is not written yet to another log, in the lane where it waits, and all dead letters. */
export async function copyMessages(from: EventLog, to: EventLog): Promise<number> {
  await to.prepare();
  // An earlier release may have created it, without the bulk topic.
  await from.prepare();
  const { live, bulk } = await readLaneLags(from);
  let copied = 0;
  for (const { topic, partitions } of [live, bulk]) {
    const committed = new Map(partitions.map((one) => [one.partition, one.committed]));
    copied += await copyTopic(from, to, { topic, committed });
  }
  return copied + (await copyTopic(from, to, { topic: deadLettersTopic, committed: new Map() }));
}

interface Copied {
  readonly topic: string;
  /** The first offset to copy, by partition. */
  readonly committed: ReadonlyMap<number, bigint>;
}

async function copyTopic(from: EventLog, to: EventLog, { topic, committed }: Copied): Promise<number> {
  let pending: LogMessage[] = [];
  let copied = 0;
  for await (const { key, value, headers, partition, offset } of from.readTopic(topic)) {
    if (offset < (committed.get(partition) ?? 0n)) continue;
    pending.push({ key, value, headers });
    copied += 1;
    if (pending.length < MESSAGES_MAX) continue;
    await to.append(topic, pending);
    pending = [];
  }
  if (pending.length > 0) await to.append(topic, pending);
  return copied;
}
