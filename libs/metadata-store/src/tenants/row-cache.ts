import { LRUCache } from "lru-cache";

/** After this time every process knows about a revoked key, a session that was ended, or a changed plan. */
const CACHE_FOR_MS = 3_000;
/** More would let requests with many keys exhaust memory. */
const CACHED_ROWS_MAX = 10_000;

export interface RowCache<Row> {
  /** The row with this id, at most 3 s old; `null` when there is none. */
  find(id: string): Promise<Row | null>;
  /** Removes a row at once; other processes follow within 3 s. */
  forget(id: string): void;
}

/** Rows by id, so that not every request reads its own. */
export function createRowCache<Row>(read: (id: string) => Promise<Row | null>, now: () => number): RowCache<Row> {
  const cache = new LRUCache<string, { readonly row: Row; readonly readAtMs: number }>({ max: CACHED_ROWS_MAX });
  return {
    async find(id) {
      const cached = cache.get(id);
      const readAtMs = now();
      if (cached !== undefined && readAtMs - cached.readAtMs < CACHE_FOR_MS) return cached.row;
      const row = await read(id);
      if (row === null) cache.delete(id);
      else cache.set(id, { row, readAtMs });
      return row;
    },
    forget: (id) => {
      cache.delete(id);
    },
  };
}
