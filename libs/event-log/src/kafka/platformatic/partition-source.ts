import { EventLogError } from "../../errors.ts";
import type { ReceivedMessage, SubscribeOptions } from "../../event-log.ts";
import type { PartitionSource } from "../../partition-reader.ts";
import { sliceMessages } from "../../slices.ts";
import { toLostError } from "../find-lost-messages.ts";
import type { KafkaClient } from "../kafka-client.ts";
import { hasApiError } from "./errors.ts";
import type { Fetcher } from "./fetcher.ts";
import type { GroupMember } from "./group-member.ts";
import type { Generation } from "./membership.ts";

export interface SourceOptions {
  readonly client: Pick<KafkaClient, "readBounds" | "readCommitted">;
  readonly member: GroupMember;
  readonly generation: Generation;
  readonly fetcher: Fetcher;
  readonly partition: number;
  readonly subscription: SubscribeOptions;
}

/** A partition that the group has assigned to this member for one generation. */
export function createPartitionSource(options: SourceOptions): PartitionSource {
  const { client, member, generation, partition, subscription } = options;
  const { topic, group } = subscription;
  const limits = { messagesMax: subscription.batchMessagesMax, bytesMax: subscription.batchBytesMax };
  const isStale = () => !member.isCurrent(generation);
  /** Messages that were fetched, and are not yet delivered. */
  let fetched: readonly ReceivedMessage[] = [];
  return {
    isStale,
    async readCommitted() {
      const committed = (await client.readCommitted(topic, group)).get(partition);
      return committed ?? (await readLow(options));
    },
    async fetch(offset) {
      if (fetched[0]?.offset !== offset) fetched = await fetchWithin(options, offset);
      const [slice = []] = sliceMessages(fetched, limits);
      fetched = fetched.slice(slice.length);
      return slice;
    },
    async commit(nextOffset) {
      if (isStale()) {
        throw new EventLogError("batch_stale", `Partition ${partition} of ${topic} belongs to another generation.`);
      }
      await member.commit(generation, partition, nextOffset);
    },
  };
}

/**
 * Refuses to continue when the next message was deleted. An offset beyond the end means that the log has lost messages
 * which the group had read (Kafka can elect a leader without them). New messages take their offsets, so all is read
 * again: consumers recognize repetitions.
 */
async function fetchWithin(options: SourceOptions, offset: bigint): Promise<readonly ReceivedMessage[]> {
  const { fetcher, partition, subscription } = options;
  try {
    return await fetcher.fetch(offset);
  } catch (error) {
    if (!hasApiError(error, "OFFSET_OUT_OF_RANGE")) throw error;
    const low = await readLow(options);
    if (offset < low) throw toLostError({ ...subscription, partition, next: offset, low });
    return fetcher.fetch(low);
  }
}

async function readLow({ client, partition, subscription }: SourceOptions): Promise<bigint> {
  const bounds = await client.readBounds(subscription.topic);
  return bounds.find((each) => each.partition === partition)?.low ?? 0n;
}
