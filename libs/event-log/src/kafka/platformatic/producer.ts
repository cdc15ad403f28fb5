import { type MessageToProduce, ProduceAcks, Producer } from "@platformatic/kafka";
import type { PlacedMessage } from "../../append-queue.ts";
import type { KafkaProducer } from "../kafka-client.ts";
import { toKafkaError } from "./errors.ts";
import { type ClientContext, guard } from "./options.ts";

/** About six seconds of attempts; then the caller gets the error and decides. They are not nested in others. */
const RETRIES = 6;

/**
 * After a failure the library itself begins with a new producer id. It also does so when the broker has forgotten the
 * sequence of the old one: then a message may be stored twice, which consumers expect.
 */
export function openProducer(context: ClientContext): KafkaProducer {
  const producer = guard(
    new Producer({
      ...context.options,
      retries: RETRIES,
      idempotent: true,
      acks: ProduceAcks.ALL,
      autocreateTopics: false,
      compression: "gzip",
    }),
    context,
  );
  return {
    async send(messages) {
      await producer.send({ messages: messages.map(toKafkaMessage) }).catch(toKafkaError);
    },
    close: () => producer.close(),
  };
}

function toKafkaMessage({ topic, partition, key, value, headers }: PlacedMessage): MessageToProduce {
  const entries = Object.entries(headers).map(([name, text]) => [Buffer.from(name), Buffer.from(text)] as const);
  return {
    topic,
    partition,
    key: Buffer.from(key),
    value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
    headers: new Map(entries),
  };
}
