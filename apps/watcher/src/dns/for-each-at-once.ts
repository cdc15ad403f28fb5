/** Works on `atOnce` items at the same time. After a failure it waits for the work in flight, then rejects with it. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  let isFailing = false;
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const item of rest) {
      if (isFailing) return;
      try {
        await work(item);
      } catch (error) {
        isFailing = true;
        throw error;
      }
    }
  });
  const ends = await Promise.allSettled(workers);
  const failure = ends.find((end) => end.status === "rejected");
  if (failure !== undefined) throw failure.reason;
}
