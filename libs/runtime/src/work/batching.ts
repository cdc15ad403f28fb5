import { setTimeout as sleep } from "node:timers/promises";

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
  const waiting: Waiting<Item, Result>[] = [];
  let waitingBytes = 0;
  let flushing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let endLinger = () => {};
  let draining = 0;

  function takeBatch(): Waiting<Item, Result>[] {
    let bytes = 0;
    let length = 0;
    for (const { item } of waiting) {
      if (length === options.itemsMax || (length > 0 && bytes >= options.bytesMax)) break;
      bytes += options.sizeOf(item);
      length += 1;
    }
    waitingBytes -= bytes;
    return waiting.splice(0, length);
  }

  /** One run of flushes: it continues without a pause as long as items are added. */
  function startFlushing(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= flushAll();
    return flushing;
  }

  async function flushAll(): Promise<void> {
    while (waiting.length > 0) {
      const startedAt = performance.now();
      await flushBatch(takeBatch(), options.flush);
      const durationMs = performance.now() - startedAt;
      if (options.flushAfterMs !== null && !isFull()) await sleep(options.flushAfterMs);
      if (options.linger) await lingerAfter(durationMs, options.linger);
    }
    flushing = undefined;
  }

  async function lingerAfter(durationMs: number, { flushes, msMax }: Linger): Promise<void> {
    const ms = Math.min(durationMs * flushes, msMax) - (options.flushAfterMs ?? 0);
    if (ms <= 0 || isEnough()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = setTimeout(resolve, ms);
    endLinger = resolve;
    await promise;
    clearTimeout(end);
  }

  function isEnough(): boolean {
    return draining > 0 || isFull() || (options.linger !== undefined && waitingBytes >= options.linger.bytesMax);
  }

  function isFull(): boolean {
    return waiting.length >= options.itemsMax || waitingBytes >= options.bytesMax;
  }

  function schedule(): void {
    if (isEnough()) endLinger();
    if (flushing) return;
    if (options.flushAfterMs === null || isFull()) void startFlushing();
    else timer ??= setTimeout(() => void startFlushing(), options.flushAfterMs);
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        waitingBytes += options.sizeOf(item);
        schedule();
      });
    },
    async drain() {
      draining += 1;
      endLinger();
      while (waiting.length > 0 || flushing) await startFlushing();
      draining -= 1;
    },
  };
}

async function flushBatch<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  flush: BatcherOptions<Item, Result>["flush"],
): Promise<void> {
  try {
    const results = await flush(batch.map(({ item }) => item));
    if (results.length !== batch.length)
      throw new Error(`a flush of ${batch.length} items returned ${results.length} results`);
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
