/** An object as a listing shows it. */
export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  /** Changes with the content of the object. */
  readonly etag: string;
}

/** One version of an object. */
export interface ObjectVersion {
  readonly key: string;
  readonly etag: string;
  /** Only in a bucket with versions. */
  readonly versionId?: string;
}

/** An object that is being read. */
export interface OpenedObject {
  readonly version: ObjectVersion;
  readonly sizeBytes: number;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ListOptions {
  readonly prefix: string;
  /** Prefixes whose objects are left out. The listing jumps over them: it does not read their pages. */
  readonly without?: readonly string[];
  readonly signal?: AbortSignal;
}

/** The object is not the version that the caller knows: it was replaced or deleted. Nothing was done. */
export class ObjectChangedError extends Error {
  override name = "ObjectChangedError";

  constructor(key: string, cause: unknown) {
    super(`the object ${key} was replaced or deleted while it was read`, { cause });
  }
}

/** Objects of one bucket. Every call throws when the bucket cannot be reached, and may then be repeated. */
export interface ObjectStore {
  /** Objects in the order of their keys, read page by page. */
  list(options: ListOptions): AsyncIterable<StoredObject>;
  /** @throws {ObjectChangedError} if the object does not have this ETag any more */
  open(key: string, etag?: string): Promise<OpenedObject>;
  write(key: string, body: Uint8Array): Promise<void>;
  /** For a body of unknown size; some 20 MiB of it are in memory. Nothing of an interrupted body becomes visible. */
  writeStream(key: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  /** Copies within the bucket. @throws {ObjectChangedError} if the object is not this version any more */
  copy(from: ObjectVersion, to: string): Promise<void>;
  /**
   * Deletes this version; in a bucket with versions for good, and never a newer one.
   * @throws {ObjectChangedError} if the object is not this version any more
   */
  remove(version: ObjectVersion): Promise<void>;
  /** Sets a tag of this version and keeps its other tags. */
  tag(version: ObjectVersion, tag: ObjectTag): Promise<void>;
  readTags(key: string): Promise<readonly ObjectTag[]>;
  close(): void;
}

export interface ObjectTag {
  readonly name: string;
  readonly value: string;
}
