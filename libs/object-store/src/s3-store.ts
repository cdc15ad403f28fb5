import { Readable } from "node:stream";
import type { S3Client, Tag } from "@aws-sdk/client-s3";
import { ObjectChangedError, type ObjectStore, type ObjectVersion, type StoredObject } from "./object-store.ts";

export interface S3Options {
  readonly bucket: string;
  /** URL of an S3-compatible server; absent: AWS. */
  readonly endpoint?: string;
  /** Absent: as the AWS SDK finds it. */
  readonly region?: string;
  readonly isPathStyle: boolean;
}

const CONNECT_MS_MAX = 10_000;
/** A transfer without a byte for this long fails. */
const SILENT_MS_MAX = 60_000;

/**
 * A bucket of S3 or of a compatible server. The AWS SDK is loaded here, so that a process without a bucket does not
 * load it.
 */
export async function createS3Store({ bucket, endpoint, region, isPathStyle }: S3Options): Promise<ObjectStore> {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    forcePathStyle: isPathStyle,
    // Other servers refuse the checksums that the SDK has added to every request since 2025.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_MS_MAX, socketTimeout: SILENT_MS_MAX },
  });
  const context = { sdk, client, bucket };
  return {
    list: (options) => listObjects(context, options),
    open: (key, etag) => openObject(context, key, etag),
    write: async (key, body) =>
      void (await client.send(new sdk.PutObjectCommand({ Bucket: bucket, Key: key, Body: body }))),
    writeStream: (key, body) => writeStream(context, key, body),
    copy: (from, to) => copyObject(context, from, to),
    remove: (version) => removeObject(context, version),
    tag: (version, { name, value }) => tagObject(context, version, { Key: name, Value: value }),
    readTags: async (key) =>
      (await readTags(context, { key })).map(({ Key: name = "", Value: value = "" }) => ({ name, value })),
    close: () => client.destroy(),
  };
}

interface Context {
  readonly sdk: typeof import("@aws-sdk/client-s3");
  readonly client: S3Client;
  readonly bucket: string;
}

async function* listObjects(
  { sdk, client, bucket }: Context,
  { prefix, without = [], signal }: Parameters<ObjectStore["list"]>[0],
): AsyncGenerator<StoredObject> {
  let startAfter: string | undefined;
  const send = () =>
    client.send(
      new sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(startAfter !== undefined && { StartAfter: startAfter }),
      }),
      { ...(signal && { abortSignal: signal }) },
    );
  for (let isComplete = false; !isComplete; ) {
    const page = await send();
    isComplete = page.IsTruncated !== true;
    for (const { Key: key, Size: sizeBytes, ETag: etag } of page.Contents ?? []) {
      if (key === undefined || sizeBytes === undefined || etag === undefined) continue;
      startAfter = key;
      const left = without.find((one) => key.startsWith(one));
      if (left === undefined) yield { key, sizeBytes, etag };
      else if (!isComplete) {
        // The last key that the prefix can have: the next page begins behind all of them.
        startAfter = `${left}\u{10FFFF}`;
        break;
      }
    }
  }
}

async function writeStream({ client, bucket }: Context, key: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const { Upload } = await import("@aws-sdk/lib-storage");
  await new Upload({ client, params: { Bucket: bucket, Key: key, Body: Readable.from(body) } }).done();
}

async function openObject({ sdk, client, bucket }: Context, key: string, etag: string | undefined) {
  const found = await client
    .send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key, ...(etag !== undefined && { IfMatch: etag }) }))
    .catch((error: unknown) => failChanged(key, error));
  const { Body: body, ETag: readEtag, VersionId: versionId, ContentLength: sizeBytes = 0 } = found;
  if (body === undefined || readEtag === undefined) throw new Error(`the object ${key} came without content`);
  const version = { key, etag: readEtag, ...(isVersion(versionId) && { versionId }) };
  return { version, sizeBytes, body: body as AsyncIterable<Uint8Array> };
}

/** Objects from before a bucket had versions have the version `null`. */
function isVersion(versionId: string | undefined): versionId is string {
  return versionId !== undefined && versionId !== "null";
}

async function copyObject(context: Context, version: ObjectVersion, to: string): Promise<void> {
  const { sdk, client, bucket } = context;
  const { key, etag, versionId } = version;
  await assertCurrent(context, version);
  const source = `${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;
  const copy = new sdk.CopyObjectCommand({
    Bucket: bucket,
    Key: to,
    CopySource: versionId === undefined ? source : `${source}?versionId=${encodeURIComponent(versionId)}`,
    CopySourceIfMatch: etag,
  });
  await client.send(copy).catch((error: unknown) => failChanged(key, error));
}

async function removeObject(context: Context, version: ObjectVersion): Promise<void> {
  const { sdk, client, bucket } = context;
  const { key, etag, versionId } = version;
  await assertCurrent(context, version);
  const condition = versionId === undefined ? { IfMatch: etag } : { VersionId: versionId };
  await client
    .send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key, ...condition }))
    .catch((error: unknown) => failChanged(key, error));
}

/**
 * Servers that do not know the conditions of a copy or a deletion ignore them; for these only this check protects a
 * replacement. A version needs none: it never changes.
 */
async function assertCurrent({ sdk, client, bucket }: Context, { key, etag, versionId }: ObjectVersion): Promise<void> {
  if (versionId !== undefined) return;
  await client
    .send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key, IfMatch: etag }))
    .catch((error: unknown) => failChanged(key, error));
}

async function tagObject(context: Context, { key, versionId }: ObjectVersion, tag: Tag): Promise<void> {
  const { sdk, client, bucket } = context;
  const place = { Bucket: bucket, Key: key, ...(versionId !== undefined && { VersionId: versionId }) };
  const others = (await readTags(context, { key, ...(versionId !== undefined && { versionId }) })).filter(
    ({ Key: name }) => name !== tag.Key,
  );
  await client.send(new sdk.PutObjectTaggingCommand({ ...place, Tagging: { TagSet: [...others, tag] } }));
}

async function readTags(
  { sdk, client, bucket }: Context,
  { key, versionId }: Pick<ObjectVersion, "key" | "versionId">,
): Promise<Tag[]> {
  const place = { Bucket: bucket, Key: key, ...(versionId !== undefined && { VersionId: versionId }) };
  return (await client.send(new sdk.GetObjectTaggingCommand(place))).TagSet ?? [];
}

/** 412 Precondition Failed; 404 Not Found; 409 for a conflicting deletion. */
const CHANGED = new Set([404, 409, 412]);

function failChanged(key: string, error: unknown): never {
  const status = readStatus(error);
  throw status !== null && CHANGED.has(status) ? new ObjectChangedError(key, error) : error;
}

function readStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !("$metadata" in error)) return null;
  const metadata = error.$metadata;
  if (typeof metadata !== "object" || metadata === null || !("httpStatusCode" in metadata)) return null;
  return typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : null;
}
