import { OutageError } from "@ruaflow/runtime/errors";
import { ObjectChangedError, type ObjectStore, type OpenedObject } from "../object-store.ts";
import { assertObjectKey, type BodyStore } from "./body-store.ts";

/** Bodies as objects of a bucket, below a prefix. */
export function createObjectBodyStore(objects: ObjectStore, prefix: string): BodyStore {
  const nameOf = (key: string) => {
    assertObjectKey(key);
    return prefix === "" ? key : `${prefix}/${key}`;
  };
  return {
    write: async (key, body) => {
      const name = nameOf(key);
      await asOutage(() => objects.writeStream(name, body));
    },
    async read(key) {
      const found = await open(objects, nameOf(key));
      return found && readFrom(found);
    },
    async remove(key) {
      const name = nameOf(key);
      // In a bucket with versions the one before it appears, if the body was written twice.
      for (let found = await open(objects, name); found; found = await open(objects, name)) {
        const { body, version } = found;
        await asOutage(() => closeUnread(body));
        await asOutage(() => objects.remove(version)).catch(ignoreChanged);
      }
    },
  };
}

/** Gives the connection back. Only an iteration that has begun does so when it ends. */
async function closeUnread(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body) return;
}

/** `null` when the bucket is there and has no such object. */
async function open(objects: ObjectStore, name: string): Promise<OpenedObject | null> {
  return asOutage(() => objects.open(name)).catch((error: unknown) => {
    if (error instanceof ObjectChangedError && isMissingKey(error.cause)) return null;
    throw error instanceof ObjectChangedError ? new OutageError(STORE, error) : error;
  });
}

/** Not `NoSuchBucket`: a bucket that is away must not count as one without the body. */
function isMissingKey(error: unknown): boolean {
  return error instanceof Error && error.name === "NoSuchKey";
}

function ignoreChanged(error: unknown): void {
  if (!(error instanceof ObjectChangedError)) throw error;
}

async function* readFrom({ body }: OpenedObject): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new OutageError(STORE, error);
  }
}

const STORE = "The bucket of the raw store";

/** Whatever a bucket refuses, such as a key that has expired, can be mended: the sender keeps the report until then. */
async function asOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ObjectChangedError ? error : new OutageError(STORE, error);
  }
}
