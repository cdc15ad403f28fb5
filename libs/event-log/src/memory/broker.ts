import type { ReceivedMessage } from "../event-log.ts";
import type { TopicSettings } from "../topics.ts";
import { createGroup, type Group } from "./group.ts";

/** The state that outlives a connection: topics, their messages and groups. */
export interface Broker {
  readonly topics: Map<string, StoredTopic>;
  createTopics(topics: readonly TopicSettings[]): void;
  findGroup(topic: StoredTopic, name: string): Group;
}

export interface StoredTopic {
  readonly name: string;
  /** Messages by partition; a message's offset is its index. */
  readonly partitions: readonly ReceivedMessage[][];
  readonly groups: Map<string, Group>;
}

/** A log in this process's memory: the reference for the drivers, and the log of tests that need one. */
export function createBroker(): Broker {
  const topics = new Map<string, StoredTopic>();
  return {
    topics,
    createTopics(wanted) {
      for (const { name, partitions } of wanted) {
        if (!topics.has(name)) {
          topics.set(name, { name, partitions: Array.from({ length: partitions }, () => []), groups: new Map() });
        }
      }
    },
    findGroup(topic, name) {
      const group = topic.groups.get(name) ?? createGroup(topic);
      topic.groups.set(name, group);
      return group;
    },
  };
}
