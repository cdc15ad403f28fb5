import { EventLogError, toError } from "./errors.ts";
import type { Batch, ReceivedMessage, SubscribeOptions } from "./event-log.ts";
import { createSignal, type Signal, sleep } from "./signal.ts";

/** One partition as its owner sees it; implemented by each driver that manages partitions itself. */
export interface PartitionSource {
  /** The next offset that the group has to read. */
  readCommitted(): Promise<bigint>;
  /** Messages from `offset` on, within the limits of the subscription; empty at the end of the log. */
  fetch(offset: bigint): Promise<readonly ReceivedMessage[]>;
  /** Rejects when the partition is no longer owned. */
  commit(nextOffset: bigint): Promise<void>;
  isStale(): boolean;
}

export interface PartitionReader {
  /** Raise this after an append. */
  readonly appended: Signal;
  /** Ends after the batch in progress; resolves then. Never rejects. */
  stop(): Promise<void>;
}

export interface ReaderOptions {
  readonly partition: number;
  readonly subscription: SubscribeOptions;
  /** How long to wait for `appended` before polling. */
  readonly pollEveryMs: number;
  /** Pause after a rejected batch or a failed fetch. */
  readonly redeliverAfterMs: number;
  /** Offsets may be missing from the log; then the source itself must refuse to continue after deleted messages. */
  readonly hasGaps?: boolean;
}

/** Reads one partition batch by batch from the last commit on, until it is stopped or stale. */
export function startPartitionReader(source: PartitionSource, options: ReaderOptions): PartitionReader {
  const stopping = new AbortController();
  const appended = createSignal();
  const finished = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted && !source.isStale()) {
      try {
        await readFrom(await source.readCommitted());
      } catch (thrown) {
        if (isOutOfRange(thrown)) return options.subscription.onFatal(thrown);
        // Losing the partition during a batch is the normal end of a reader.
        if (!source.isStale()) options.subscription.onRetry?.(toError(thrown));
        await sleep(options.redeliverAfterMs, stopping.signal);
      }
    }
  }

  async function readFrom(committed: bigint): Promise<void> {
    let next = committed;
    while (!stopping.signal.aborted && !source.isStale()) {
      const messages = await source.fetch(next);
      if (!options.hasGaps) refuseGap(messages, next, options);
      if (messages.length === 0) await appended.wait(options.pollEveryMs, stopping.signal);
      else next = await deliver(messages, next);
    }
  }

  async function deliver(messages: readonly ReceivedMessage[], from: bigint): Promise<bigint> {
    let next = from;
    const commit = async (nextOffset: bigint) => {
      await source.commit(nextOffset);
      next = nextOffset;
    };
    await options.subscription.onBatch(toBatch(source, { messages, commit, options }));
    // Without this pause, a batch that is never committed would spin.
    if (next === from) await sleep(options.redeliverAfterMs, stopping.signal);
    return next;
  }

  return {
    appended,
    stop() {
      stopping.abort();
      return finished;
    },
  };
}

interface BatchParts {
  readonly messages: readonly ReceivedMessage[];
  readonly commit: (nextOffset: bigint) => Promise<void>;
  readonly options: ReaderOptions;
}

function toBatch(source: PartitionSource, { messages, commit, options }: BatchParts): Batch {
  return {
    topic: options.subscription.topic,
    partition: options.partition,
    messages,
    isStale: () => source.isStale(),
    async heartbeat() {
      if (source.isStale()) throw new EventLogError("batch_stale", `Partition ${options.partition} is no longer ours.`);
    },
    commit: (lastOffset) => commit(lastOffset + 1n),
  };
}

/** Offsets have no gaps, so a gap means that messages were deleted unread: continuing would hide the loss. */
function refuseGap(messages: readonly ReceivedMessage[], next: bigint, options: ReaderOptions): void {
  const first = messages[0]?.offset ?? next;
  if (first === next) return;
  const { topic, group } = options.subscription;
  const message = `${group} has read ${topic}, partition ${options.partition} up to ${next}, but the log begins at ${first}.`;
  throw new EventLogError("offset_out_of_range", message);
}

function isOutOfRange(thrown: unknown): thrown is EventLogError {
  return thrown instanceof EventLogError && thrown.code === "offset_out_of_range";
}
