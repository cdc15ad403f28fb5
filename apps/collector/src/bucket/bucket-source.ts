import type { SubmissionResult } from "@ruaflow/ingest";
import { ObjectChangedError, type ObjectStore, type OpenedObject, type StoredObject } from "@ruaflow/object-store";
import { describeRejection, type Item, isRejected, type Source } from "../source.ts";

const DONE_PREFIX = "done/";
const REFUSED_PREFIX = "refused/";
/** The tag of objects that stay in their place. */
const TAG_NAME = "ruaflow";

export interface BucketOptions {
  readonly store: ObjectStore;
  readonly bucket: string;
  readonly prefix: string;
  /** What is done with objects that were read. */
  readonly after: "move" | "tag" | "delete";
  readonly organizationId: string | null;
}

/**
 * The objects of a bucket, for example the mails that Amazon SES writes there. Rejected ones are moved to `refused/`,
 * with an object that gives the reason.
 */
export function createBucketSource({ store, bucket, prefix, after, organizationId }: BucketOptions): Source {
  /** Objects that are listed and have the tag, so that it is asked for once. */
  let tagged = new Set<string>();

  async function* listUntagged(objects: AsyncIterable<StoredObject>): AsyncGenerator<StoredObject> {
    const listed = new Set<string>();
    for await (const object of objects) {
      const id = toKey(object);
      const isTagged = tagged.has(id) || (await store.readTags(object.key)).some(({ name }) => name === TAG_NAME);
      if (isTagged) listed.add(id);
      else yield object;
    }
    tagged = listed;
  }

  return {
    name: `bucket ${bucket}/${prefix}`,
    channel: "s3",
    organizationId,
    close: async () => store.close(),
    async *list(signal) {
      const objects = store.list({ prefix, without: [DONE_PREFIX, REFUSED_PREFIX], signal });
      for await (const object of after === "tag" ? listUntagged(objects) : objects) {
        if (signal.aborted) return;
        // What consoles show as a folder is an empty object whose key ends with a slash.
        if (!object.key.endsWith("/")) yield toItem(store, object, after);
      }
    },
  };
}

function toKey({ key, etag }: StoredObject): string {
  return `${key} ${etag}`;
}

function toItem(store: ObjectStore, object: StoredObject, after: BucketOptions["after"]): Item {
  let opened: OpenedObject | undefined;
  return {
    key: toKey(object),
    name: object.key,
    sizeBytes: object.sizeBytes,
    async *open() {
      opened = await store.open(object.key, object.etag);
      yield* opened.body;
    },
    async acknowledge(result) {
      // Read by an earlier item of the same object: the ETag stands for the version.
      const version = opened?.version ?? object;
      if (isRejected(result)) return refuse(store, version, result);
      if (after === "tag") return store.tag(version, { name: TAG_NAME, value: result.state });
      if (after === "move") await store.copy(version, `${DONE_PREFIX}${version.key}`);
      await store.remove(version);
    },
  };
}

type Version = OpenedObject["version"];

async function refuse(store: ObjectStore, version: Version, result: SubmissionResult): Promise<void> {
  const reason = Buffer.from(describeRejection(result));
  const target = await chooseTarget(store, version, { reason, id: result.submissionId });
  await store.write(toReasonKey(target), reason);
  await store.copy(version, target);
  await store.remove(version);
}

/** The object's own key if it and that of its reason are free, or taken by an earlier try; otherwise with the submission's id. */
async function chooseTarget(
  store: ObjectStore,
  version: Version,
  { reason, id }: { readonly reason: Buffer; readonly id: string },
): Promise<string> {
  const target = `${REFUSED_PREFIX}${version.key}`;
  const isFree = (await isFreeFor(store, target, version)) && (await isFreeForText(store, toReasonKey(target), reason));
  return isFree ? target : target.replace(/(?:\.[^./]{1,31})?$/, (extension) => `.${id}${extension}`);
}

function toReasonKey(target: string): string {
  return `${target}.reason.txt`;
}

async function isFreeFor(store: ObjectStore, key: string, { etag }: Version): Promise<boolean> {
  // Of the keys that begin so, this one is the first.
  for await (const found of store.list({ prefix: key })) return found.key !== key || found.etag === etag;
  return true;
}

async function isFreeForText(store: ObjectStore, key: string, text: Buffer): Promise<boolean> {
  try {
    const { body, sizeBytes } = await store.open(key);
    const start: Uint8Array[] = [];
    for await (const chunk of body) {
      start.push(chunk);
      if (sizeBytes !== text.length) break;
    }
    return Buffer.concat(start).equals(text);
  } catch (error) {
    if (error instanceof ObjectChangedError) return true;
    throw error;
  }
}
