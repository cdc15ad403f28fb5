/**
 * Keeps the bytes of submissions as objects. Each call throws an `OutageError` while the store cannot be reached, and may
 * then be repeated.
 */
export interface BodyStore {
  /** The object is durable when this resolves. An object with the same key is replaced, never seen in part. */
  write(key: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  /** `null` when the store is there and has no such object. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Also removes what an interrupted `write` left. An object that is not there counts as removed. */
  remove(key: string): Promise<void>;
}

/** The store for new bodies, and those that have older ones. */
export interface BodyStores {
  /** URL of the store for new bodies; `null`: they are kept in PostgreSQL. */
  readonly current: string | null;
  /** @param url as `current` was when the body was written */
  open(url: string): Promise<BodyStore>;
}

const OBJECT_KEY = /^[0-9a-f]{2}\/[0-9a-f]{64}-[A-Za-z0-9_-]{1,64}\.zst$/;

/** Keys consist of our digests and ids only: nothing that a sender wrote becomes part of a path. */
export function isObjectKey(key: string): boolean {
  return OBJECT_KEY.test(key);
}

export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new Error("This is not the key of a body.");
}
