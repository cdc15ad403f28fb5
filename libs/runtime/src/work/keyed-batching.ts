import { type Batcher, createBatcher } from "./batching.ts";

export interface KeyedBatcherOptions<Item, Result> {
  /** Items of the same key share flushes; a failure reaches only the items of its flush. */
  readonly toKey: (item: Item) => string;
  readonly itemsMax: number;
  /** A flush begins with no further item once its items have as many bytes, as `sizeOf` counts them; default: no limit. */
  readonly bytesMax?: number;
  readonly sizeOf?: (item: Item) => number;
  /** Returns one result per item, in order. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>;
}

/**
 * A batcher for each key. A single item is flushed at once; items added during a flush share the next one. No item
 * joins a flush that has begun, so an answer includes everything stored before the question.
 */
export function createKeyedBatcher<Item, Result>({
  toKey,
  itemsMax,
  bytesMax = 1,
  sizeOf = () => 0,
  flush,
}: KeyedBatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const batchers = new Map<string, Batcher<Item, Result>>();

  function createBatcherOf(key: string): Batcher<Item, Result> {
    const batcher = createBatcher({ itemsMax, bytesMax, sizeOf, flushAfterMs: null, flush });
    batchers.set(key, batcher);
    return batcher;
  }

  return (item) => {
    const key = toKey(item);
    const known = batchers.get(key);
    if (known) return known.add(item);
    const batcher = createBatcherOf(key);
    const result = batcher.add(item);
    void batcher.drain().then(() => batchers.delete(key));
    return result;
  };
}
