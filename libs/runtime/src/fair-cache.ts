import { hash } from "node:crypto";

export interface FairCacheOptions<Value> {
  /** Bytes that all values take together. */
  readonly all: number;
  /** Bytes of the values of one owner, which never take the place of more values of others than that. */
  readonly owner: number;
  /** Bytes of a value. */
  readonly sizeOf: (value: Value) => number;
}

export interface CacheKey {
  readonly owner: string;
  /** Among those of the owner. */
  readonly name: string;
}

/** The key of what answers a question of the owner, by its digest: questions are as long as they like. */
export function toCacheKey(owner: string, question: readonly unknown[]): CacheKey {
  return { owner, name: hash("sha256", JSON.stringify(question), "base64url") };
}

/**
 * Values by owner and name, each the last one. Beyond the limits those go first that were asked for longest ago, of the owner that
 * asked for nothing for longest.
 */
export interface FairCache<Value> {
  find(key: CacheKey): Value | undefined;
  save(key: CacheKey, value: Value): void;
}

/** What an entry takes besides its value. */
const ENTRY_BYTES = 512;

/** The values of one owner; a map keeps the order in which its keys were added. */
interface Shelf<Value> {
  readonly values: Map<string, Value>;
  bytes: number;
}

export function createFairCache<Value>({ all, owner: ownerMax, sizeOf }: FairCacheOptions<Value>): FairCache<Value> {
  const shelves = new Map<string, Shelf<Value>>();
  let bytes = 0;

  function count(shelf: Shelf<Value>, value: Value, sign: 1 | -1): void {
    const change = sign * (ENTRY_BYTES + sizeOf(value));
    shelf.bytes += change;
    bytes += change;
  }

  function drop(shelf: Shelf<Value>, name: string): void {
    const value = shelf.values.get(name);
    if (value === undefined) return;
    shelf.values.delete(name);
    count(shelf, value, -1);
  }

  function dropOldest([owner, shelf]: [string, Shelf<Value>]): void {
    const [oldest = ""] = shelf.values.keys();
    drop(shelf, oldest);
    if (shelf.values.size === 0) shelves.delete(owner);
  }

  function shrink(own: [string, Shelf<Value>]): void {
    while (own[1].bytes > ownerMax) dropOldest(own);
    while (bytes > all) {
      const [idlest = own] = shelves;
      dropOldest(idlest);
    }
  }

  return {
    find({ owner, name }) {
      const shelf = shelves.get(owner);
      const value = shelf?.values.get(name);
      if (shelf === undefined || value === undefined) return undefined;
      moveToEnd(shelf.values, name, value);
      moveToEnd(shelves, owner, shelf);
      return value;
    },
    save({ owner, name }, value) {
      const shelf = shelves.get(owner) ?? { values: new Map(), bytes: 0 };
      drop(shelf, name);
      shelf.values.set(name, value);
      count(shelf, value, 1);
      moveToEnd(shelves, owner, shelf);
      shrink([owner, shelf]);
    },
  };
}

function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
