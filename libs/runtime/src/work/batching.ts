import { askAsService } from "../turns/asker.ts";

/**
 * Group commit: collects items that are added one by one and flushes them together, so that many small pieces of work
 * share one round trip. During a flush the next batch fills up. Flushes never overlap, so items are flushed in the
 * order in which they were added.
 */
export interface BatcherOptions<Item, Result> {
  readonly itemsMax: number;
  /** Items are flushed once their sizes add up to this many bytes. */
  readonly bytesMax: number;
  /**
   * How long a batch that is not full waits for further items, from its first item or from the end of the last flush.
   * With `null` it waits only while another flush is under way: a single item is flushed at once.
   */
  readonly flushAfterMs: number | null;
  readonly linger?: Linger;
  readonly sizeOf: (item: Item) => number;
  /** Returns one result per item, in order. A rejection rejects every item of the batch. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>;
}

/**
 * How long the batch after a flush waits for more: the longer flushes take, the fewer and larger they become. Only a
 * busy batcher waits, for it starts with the end of a flush.
 */
export interface Linger {
  /** In multiples of the duration of the last flush. */
  readonly flushes: number;
  readonly msMax: number;
  /** A batch of this many bytes waits no longer than `flushAfterMs`. */
  readonly bytesMax: number;
  /** Multiplies the wait; default 1. Called before each wait. */
  readonly factor?: () => number;
}

export interface Batcher<Item, Result> {
  /** Resolves with the item's result once its batch has been flushed. */
  add(item: Item): Promise<Result>;
  /** Resolves when everything added so far has been flushed, successfully or not. */
  drain(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { flushAfterMs, linger } = options;
  const queue = createQueue<Item, Result>(options);
  const filling = createPause();
  const lingering = createPause();
  let flushing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let draining = 0;

  /** One run of flushes: it continues without a pause as long as items are added. */
  function startFlushing(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= flushAll();
    return flushing;
  }

  async function flushAll(): Promise<void> {
    while (queue.size() > 0) {
      const startedAt = performance.now();
      await flushBatch(queue.take(), options.flush);
      const durationMs = performance.now() - startedAt;
      if (flushAfterMs !== null && draining === 0 && !queue.isFull()) await filling.wait(flushAfterMs);
      if (linger && !isEnough()) await lingering.wait(toLingerMs(linger, durationMs) - (flushAfterMs ?? 0));
    }
    flushing = undefined;
  }

  function isEnough(): boolean {
    return draining > 0 || queue.isFull() || queue.bytes() >= (linger?.bytesMax ?? Number.POSITIVE_INFINITY);
  }

  function schedule(): void {
    if (queue.isFull()) filling.end();
    if (isEnough()) lingering.end();
    if (flushing) return;
    if (flushAfterMs === null || queue.isFull()) void startFlushing();
    else timer ??= setTimeout(() => void startFlushing(), flushAfterMs);
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        queue.add({ item, resolve, reject });
        schedule();
      });
    },
    async drain() {
      draining += 1;
      filling.end();
      lingering.end();
      while (queue.size() > 0 || flushing) await startFlushing();
      draining -= 1;
    },
  };
}

type QueueOptions<Item, Result> = Pick<BatcherOptions<Item, Result>, "itemsMax" | "bytesMax" | "sizeOf">;

/** What waits for a flush, in order. */
function createQueue<Item, Result>({ itemsMax, bytesMax, sizeOf }: QueueOptions<Item, Result>) {
  const waiting: Waiting<Item, Result>[] = [];
  let waitingBytes = 0;
  return {
    size: () => waiting.length,
    bytes: () => waitingBytes,
    isFull: () => waiting.length >= itemsMax || waitingBytes >= bytesMax,
    add(one: Waiting<Item, Result>): void {
      waiting.push(one);
      waitingBytes += sizeOf(one.item);
    },
    /** The next batch. */
    take(): Waiting<Item, Result>[] {
      let bytes = 0;
      let length = 0;
      for (const { item } of waiting) {
        if (length === itemsMax || (length > 0 && bytes >= bytesMax)) break;
        bytes += sizeOf(item);
        length += 1;
      }
      waitingBytes -= bytes;
      return waiting.splice(0, length);
    },
  };
}

function toLingerMs({ flushes, msMax, factor }: Linger, flushMs: number): number {
  return Math.min(flushMs * flushes, msMax) * (factor?.() ?? 1);
}

/** A wait that can be ended early. */
function createPause() {
  let end = () => {};
  return {
    end: () => end(),
    async wait(ms: number): Promise<void> {
      if (ms < 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      end = resolve;
      await promise;
      clearTimeout(timer);
    },
  };
}

async function flushBatch<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  flush: BatcherOptions<Item, Result>["flush"],
): Promise<void> {
  try {
    // Not by the caller that came first: the batch is of all that wait for it.
    const results = await askAsService(() => flush(batch.map(({ item }) => item)));
    if (results.length !== batch.length)
      throw new Error(`a flush of ${batch.length} items returned ${results.length} results`);
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
