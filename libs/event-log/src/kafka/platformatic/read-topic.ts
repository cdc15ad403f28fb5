import type { ReceivedMessage } from "../../event-log.ts";
import type { PartitionBounds } from "../kafka-client.ts";
import { createFetcher, type Fetcher, type FetcherOptions } from "./fetcher.ts";

const FETCH_BYTES_MAX = 1024 * 1024;

/** Reads the messages within the bounds, partition by partition; no group takes part. */
export async function* readTopic(
  options: Omit<FetcherOptions, "partition" | "bytesMax">,
  bounds: readonly PartitionBounds[],
): AsyncGenerator<ReceivedMessage> {
  for (const range of bounds) {
    const fetcher = createFetcher({ ...options, partition: range.partition, bytesMax: FETCH_BYTES_MAX });
    try {
      yield* readRange(fetcher, range);
    } finally {
      fetcher.close();
    }
  }
}

async function* readRange(fetcher: Fetcher, { low, high }: PartitionBounds): AsyncGenerator<ReceivedMessage> {
  let next = low;
  while (next < high) {
    for (const message of await fetcher.fetch(next)) {
      next = message.offset + 1n;
      if (message.offset < high) yield message;
    }
  }
}
