import { deadLettersTopic, eventsTopic, listTopics } from "@ruaflow/event-log";
import { toTopicConfig } from "../../libs/event-log/src/kafka/topic-metadata.ts";
import type { TopicSettings } from "../../libs/event-log/src/topics.ts";
import { messages, messagesOf, schemas } from "./messages.ts";

/** Version of the contract: the second number grows when something is added; a break is a new topic. */
const CONTRACT_VERSION = "1.0.0";

type Kind = keyof typeof messagesOf;

const descriptions: Readonly<Record<Kind, string>> = {
  reports:
    "Reports on their way from ingest to the record-writers, at least once: copies, conflicting reports and reports of unproven senders among them. docs/topics.md says what to count.",
  events: "Events of all organizations, at least once; the bodies equal those of webhooks.",
  deadLetters: "Messages that could not be processed, and marks of those that were replayed.",
};

/** The files of the contract, by path below docs/topics. */
export function createFiles(): Readonly<Record<string, unknown>> {
  const files = Object.entries(schemas).map(([name, schema]) => [
    `schemas/${name}.json`,
    { $schema: "http://json-schema.org/draft-07/schema#", ...schema },
  ]);
  return { "asyncapi.json": createDocument(listTopics()), ...Object.fromEntries(files) };
}

/** The AsyncAPI document of these topics. */
export function createDocument(topics: readonly TopicSettings[]) {
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Ruaflow topics",
      version: CONTRACT_VERSION,
      description:
        "The topics that Ruaflow keeps in Apache Kafka (KAFKA_BROKERS). docs/topics.md explains keys, partitions, retention, versions and what to count. Without Kafka the topics are tables in PostgreSQL, which this document does not describe.",
      license: { name: "MIT" },
    },
    defaultContentType: "application/json",
    servers: {
      kafka: {
        host: "{broker}",
        protocol: "kafka",
        variables: { broker: { default: "localhost:9092", description: "One of KAFKA_BROKERS." } },
      },
    },
    channels: Object.fromEntries(topics.map((topic) => [toChannelName(topic.name), toChannel(topic)])),
    operations: Object.fromEntries(
      topics.map(({ name }) => {
        const channel = toChannelName(name);
        return [`append${channel[0]?.toUpperCase()}${channel.slice(1)}`, toOperation(channel)];
      }),
    ),
    components: { messages },
  };
}

function toChannel(topic: TopicSettings) {
  const kind = toKind(topic.name);
  const { "retention.ms": retention, "max.message.bytes": bytesMax, ...config } = toTopicConfig(topic);
  return {
    address: topic.name,
    description: descriptions[kind],
    messages: Object.fromEntries(messagesOf[kind].map((name) => [name, { $ref: `#/components/messages/${name}` }])),
    bindings: {
      kafka: {
        topic: topic.name,
        partitions: topic.partitions,
        topicConfiguration: {
          "cleanup.policy": [config["cleanup.policy"]],
          "retention.ms": Number(retention),
          "max.message.bytes": Number(bytesMax),
        },
        bindingVersion: "0.5.0",
      },
    },
  };
}

function toOperation(channel: string) {
  return { action: "send", channel: { $ref: `#/channels/${channel}` } };
}

/** Every topic of reports carries the same messages. */
function toKind(topic: string): Kind {
  if (topic === eventsTopic) return "events";
  if (topic === deadLettersTopic) return "deadLetters";
  if (/\breports\b/.test(topic)) return "reports";
  throw new Error(`test/topics/document.ts does not know the messages of ${topic}`);
}

/** `ruaflow.dead-letters.v1` as a name of AsyncAPI: deadLetters. */
function toChannelName(topic: string): string {
  const [, ...words] = topic.replace(/\.v1$/, "").split(/[.-]/);
  return words.map((word, index) => (index === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join("");
}
