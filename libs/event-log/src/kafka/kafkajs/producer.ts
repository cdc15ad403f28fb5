import { CompressionTypes, type Kafka, type Message, type Producer } from "kafkajs";
import type { PlacedMessage } from "../../append-queue.ts";
import type { KafkaProducer } from "../kafka-client.ts";
import { retry } from "./client.ts";

export async function openProducer(kafka: Kafka): Promise<KafkaProducer> {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    retry,
  });
  await producer.connect();
  return { send: (messages) => send(producer, messages), close: () => producer.disconnect() };
}

async function send(producer: Producer, messages: readonly PlacedMessage[]): Promise<void> {
  const byTopic = Map.groupBy(messages, ({ topic }) => topic);
  await producer.sendBatch({
    acks: -1,
    compression: CompressionTypes.GZIP,
    topicMessages: [...byTopic].map(([topic, entries]) => ({ topic, messages: entries.map(toKafkaMessage) })),
  });
}

function toKafkaMessage({ key, value, headers, partition }: PlacedMessage): Message {
  return {
    key,
    value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
    headers: { ...headers },
    partition,
  };
}
