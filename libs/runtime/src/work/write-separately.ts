import { RefusedWriteError } from "../errors.ts";

/**
 * Writes items together. When the store refuses the write permanently, it is split in halves until the items at fault
 * are isolated, so that no other item fails with them.
 * @returns in the order of the items, why the store refuses an item; `null` for a written item
 * @throws any other error of `write`, such as an outage; any part of the items may then be written
 */
export async function writeSeparately<Item>(
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
    return [
      ...(await writeSeparately(items.slice(0, middle), write)),
      ...(await writeSeparately(items.slice(middle), write)),
    ];
  }
}
