import { RefusedWriteError } from "../errors.ts";

/**
 * Writes items together. When the store refuses the write for good, it is repeated in halves until the items at fault
 * stand alone, so that they fail nothing beside them.
 * @returns in the order of the items, why the store refuses an item; `null` for what is written
 * @throws what `write` throws otherwise, such as an outage; then any part may be written
 */
export async function writeApart<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<unknown>,
): Promise<readonly (RefusedWriteError | null)[]> {
  try {
    await write(items);
    return items.map(() => null);
  } catch (error) {
    if (!(error instanceof RefusedWriteError)) throw error;
    if (items.length <= 1) return items.map(() => error);
    const middle = items.length >> 1;
    return [...(await writeApart(items.slice(0, middle), write)), ...(await writeApart(items.slice(middle), write))];
  }
}
