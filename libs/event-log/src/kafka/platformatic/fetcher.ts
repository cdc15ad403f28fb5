import {
  type Base,
  Connection,
  FetchIsolationLevels,
  fetchV11,
  IS_CONTROL,
  type KafkaRecord,
  type RecordsBatch,
} from "@platformatic/kafka";
import type { ReceivedMessage } from "../../event-log.ts";
import { KafkaError, toKafkaError } from "./errors.ts";
import type { ClientContext } from "./options.ts";

/**
 * How long the broker may wait for messages. Each partition has its own connection, so no other request waits behind
 * this one, and an idle partition costs one request in this time.
 */
const WAIT_MAX_MS = 5000;

/** Reads one partition from its leader, over a connection of its own. */
export interface Fetcher {
  /** Waits up to five seconds for messages from `offset` on. Resolves to none once the fetcher is closed. */
  fetch(offset: bigint): Promise<readonly ReceivedMessage[]>;
  /** Ends a fetch under way. Idempotent. */
  close(): void;
}

export interface FetcherOptions {
  readonly context: ClientContext;
  /** Knows the leaders. */
  readonly cluster: Base;
  readonly topic: string;
  readonly partition: number;
  /** Limit of one fetch, compressed; a single message may exceed it. */
  readonly bytesMax: number;
}

/**
 * The library's own stream fetches all partitions of a broker at once, moves on without a commit, and skips to one end
 * of the log when an offset is out of range. So this sends the fetch request itself, in the version that kafkajs uses,
 * and without a fetch session: the request alone says from which offset on the broker responds.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const closing = new AbortController();
  let connection: Promise<Connection> | undefined;

  async function fetchOnce(offset: bigint): Promise<readonly RecordsBatch[]> {
    connection ??= connect(options, closing.signal);
    try {
      return toBatches(await requestMessages(await connection, options, offset));
    } catch (error) {
      connection = undefined;
      options.cluster.clearMetadata();
      if (closing.signal.aborted) return [];
      return toKafkaError(error);
    }
  }

  return {
    async fetch(offset) {
      let next = offset;
      while (!closing.signal.aborted) {
        const batches = await fetchOnce(next);
        const messages = batches.flatMap((batch) => toMessages(batch, options.partition));
        // The first batch may begin before the offset.
        const wanted = messages.filter((message) => message.offset >= offset);
        const last = batches.at(-1);
        if (wanted.length > 0 || last === undefined) return wanted;
        // Only markers of transactions: they have offsets, and no message.
        next = last.firstOffset + BigInt(last.lastOffsetDelta) + 1n;
      }
      return [];
    },
    close: () => closing.abort(),
  };
}

async function connect(options: FetcherOptions, closing: AbortSignal): Promise<Connection> {
  const { context, cluster, topic, partition } = options;
  const { topics, brokers } = await cluster.metadata({ topics: [topic] });
  const broker = brokers.get(topics.get(topic)?.partitions[partition]?.leader ?? -1);
  if (broker === undefined) throw new KafkaError(`Partition ${partition} of ${topic} has no leader.`);
  const connection = new Connection(context.options.clientId, context.options);
  connection.on("error", () => {});
  await connection.connect(broker.host, broker.port);
  context.watch(connection);
  const close = () => void connection.close();
  if (closing.aborted) close();
  closing.addEventListener("abort", close);
  connection.once("close", () => closing.removeEventListener("abort", close));
  return connection;
}

function requestMessages(connection: Connection, { topic, partition, bytesMax }: FetcherOptions, offset: bigint) {
  const request = {
    partition,
    fetchOffset: offset,
    partitionMaxBytes: bytesMax,
    currentLeaderEpoch: -1,
    lastFetchedEpoch: -1,
  };
  const topics = [{ topicId: topic, partitions: [request] }];
  return fetchV11.api.async(
    connection,
    WAIT_MAX_MS,
    1,
    bytesMax,
    FetchIsolationLevels.READ_UNCOMMITTED,
    0,
    -1,
    topics,
    [],
    "",
  );
}

function toBatches(response: Awaited<ReturnType<typeof requestMessages>>): readonly RecordsBatch[] {
  return response.responses.flatMap(({ partitions }) => partitions.flatMap(({ records }) => records ?? []));
}

function toMessages(batch: RecordsBatch, partition: number): ReceivedMessage[] {
  if ((batch.attributes & IS_CONTROL) !== 0) return [];
  return batch.records.map((record) => toReceived(batch, record, partition));
}

function toReceived(batch: RecordsBatch, record: KafkaRecord, partition: number): ReceivedMessage {
  return {
    partition,
    offset: batch.firstOffset + BigInt(record.offsetDelta),
    appendedAt: new Date(Number(batch.firstTimestamp + record.timestampDelta)),
    key: record.key?.toString() ?? "",
    value: record.value ?? Buffer.alloc(0),
    headers: Object.fromEntries(record.headers.map(([name, value]) => [String(name ?? ""), String(value ?? "")])),
  };
}
