import type { SubmissionResult } from "@ruaflow/ingest";
import type { ObjectStore, OpenedObject, StoredObject } from "@ruaflow/object-store";
import { describeRejection } from "../describe-rejection.ts";
import { type Item, isRejected, type Source } from "../source.ts";

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

async function refuse(store: ObjectStore, version: OpenedObject["version"], result: SubmissionResult): Promise<void> {
  const target = `${REFUSED_PREFIX}${version.key}`;
  await store.write(`${target}.reason.txt`, Buffer.from(describeRejection(result)));
  await store.copy(version, target);
  await store.remove(version);
}
