import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ConsumerOptions, createConsumer } from "../consumer.ts";
import type { Batch, EventLog, LogMessage, ReceivedMessage, SubscribeOptions } from "../event-log.ts";
import type { TopicSettings } from "../topics.ts";
import type { Connection, EventLogHarness } from "./harness.ts";

/** Topics of one test, and its connections. */
export interface Fixture {
  readonly topic: string;
  readonly deadLetterTopic: string;
  readonly log: EventLog;
  /** One more process. */
  connect(): Promise<Connection>;
  close(): Promise<void>;
}

export async function createFixture(harness: EventLogHarness, partitions: number): Promise<Fixture> {
  const topic = `test.${randomUUID()}`;
  const deadLetterTopic = `${topic}.dead-letters`;
  const topics: TopicSettings[] = [
    { name: topic, partitions, retentionMs: 3_600_000 },
    { name: deadLetterTopic, partitions: 1, retentionMs: 3_600_000 },
  ];
  const connections: Connection[] = [];
  const connect = async () => {
    const connection = await harness.connect(topics);
    connections.push(connection);
    await connection.log.prepare();
    return connection;
  };
  const { log } = await connect();
  return {
    topic,
    deadLetterTopic,
    log,
    connect,
    async close() {
      await Promise.all(connections.map((connection) => connection.log.close()));
    },
  };
}

export function message(key: string, value: string | Uint8Array, headers: Record<string, string> = {}): LogMessage {
  return { key, value: Buffer.from(value), headers };
}

/** `perKey` messages for each of `keys` keys, numbered from 0 within the key: value "<key>/<number>". */
export function numberedMessages(keys: number, perKey: number): LogMessage[] {
  return Array.from({ length: keys * perKey }, (_, index) => {
    const key = `key-${index % keys}`;
    return message(key, `${key}/${Math.floor(index / keys)}`);
  });
}

export function toText(received: ReceivedMessage): string {
  return Buffer.from(received.value).toString();
}

function failTest(error: Error): never {
  throw error;
}

export function subscribe(
  fixture: Fixture,
  onBatch: (batch: Batch) => Promise<void>,
  options: Partial<SubscribeOptions> & { readonly log?: EventLog } = {},
) {
  const { log = fixture.log, ...rest } = options;
  return log.subscribe({
    topic: fixture.topic,
    group: "group",
    batchMessagesMax: 100,
    batchBytesMax: 4 * 1024 * 1024,
    onFatal: failTest,
    ...rest,
    onBatch,
  });
}

export function consume(
  fixture: Fixture,
  handle: ConsumerOptions["handle"],
  options: Partial<ConsumerOptions> & { readonly log?: EventLog } = {},
) {
  const { log = fixture.log, ...rest } = options;
  return createConsumer(log, {
    topic: fixture.topic,
    group: "group",
    deadLetterTopic: fixture.deadLetterTopic,
    retryMinMs: 20,
    retryMaxMs: 50,
    onFatal: failTest,
    ...rest,
    handle,
  });
}

/** Waits until `condition` holds; on timeout fails with `what` and the current value of `show`. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { timeoutMs = 20_000, show = () => "" }: { timeoutMs?: number; show?: () => unknown } = {},
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not within ${timeoutMs} ms: ${what} ${show()}`);
    await sleep(20);
  }
}

/** The messages that the topic holds now. */
export async function readNow(log: EventLog, topic: string): Promise<ReceivedMessage[]> {
  const messages: ReceivedMessage[] = [];
  for await (const received of log.readTopic(topic)) messages.push(received);
  return messages;
}

export async function readLagMessages(fixture: Fixture, group = "group"): Promise<number> {
  const lags = await fixture.log.readLag(fixture.topic, group);
  return lags.reduce((sum, lag) => sum + lag.lagMessages, 0);
}
