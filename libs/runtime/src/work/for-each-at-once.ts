/**
 * Works on `atOnce` items at the same time. After a failure it begins no further item, waits for the work in flight, then
 * rejects with it.
 */
export async function forEachAtOnce<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const shared = iterate(items);
  const workers = Array.from({ length: atOnce }, async () => {
    for await (const item of shared) await work(item);
  });
  const ends = await Promise.allSettled(workers);
  const failure = ends.find((end) => end.status === "rejected");
  if (failure !== undefined) throw failure.reason;
}

/** The workers share one generator: one that leaves its loop by a failure ends it for all. */
async function* iterate<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
