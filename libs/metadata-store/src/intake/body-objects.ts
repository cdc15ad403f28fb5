import { pipeline, Readable } from "node:stream";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import type { BodyStores } from "@ruaflow/object-store/bodies";
import type { Database, Queryable } from "@ruaflow/postgres";
import pLimit from "p-limit";
import { damaged } from "./verified-body.ts";

/** What the functions that write, read or delete the bytes of submissions use. */
export interface BodyContext {
  readonly database: Database;
  readonly bodies: BodyStores;
}

/** A body to be written to the current store. */
export interface NewObject {
  readonly submissionId: string;
  /** Hexadecimal. */
  readonly sha256: string;
  read(): AsyncIterable<Uint8Array>;
}

/** Objects of one call that are written, or removed, at a time. */
const OBJECTS_AT_ONCE = 16;

/**
 * Writes bodies to the current store, each as one zstd frame; they are durable when it resolves. Repeating it changes
 * nothing. After a failure objects without a submission may remain: `discardUnfinished` finds them by their rows.
 */
export async function writeObjects(
  { database, bodies }: BodyContext,
  url: string,
  objects: readonly NewObject[],
): Promise<void> {
  await database.query(
    `INSERT INTO body_objects (submission_id, store, object_key)
     SELECT id, $1, object_key FROM unnest($2::text[], $3::text[]) AS o (id, object_key) ON CONFLICT DO NOTHING`,
    [url, objects.map(({ submissionId }) => submissionId), objects.map(toObjectKey)],
  );
  const store = await bodies.open(url);
  const limit = pLimit(OBJECTS_AT_ONCE);
  await limit.map(objects, (object) => store.write(toObjectKey(object), compress(object.read())));
}

/** Made of the digest and the id, never of anything that a sender wrote. */
function toObjectKey({ submissionId, sha256 }: Pick<NewObject, "submissionId" | "sha256">): string {
  return `${sha256.slice(0, 2)}/${sha256}-${submissionId}.zst`;
}

function compress(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(body), createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }), ignore);
}

/** An object as the database knows it. */
export interface ObjectPlace {
  readonly submissionId: string;
  readonly store: string;
  readonly objectKey: string;
}

/**
 * The unpacked bytes of an object; `null` when the store does not have it.
 *
 * @throws SubmissionBodyDamagedError when it cannot be unpacked
 * @throws OutageError
 */
export async function openObject(
  { bodies }: Pick<BodyContext, "bodies">,
  { store, objectKey, submissionId }: ObjectPlace,
): Promise<AsyncIterable<Uint8Array> | null> {
  const body = await (await bodies.open(store)).read(objectKey);
  return body && unpack(body, submissionId);
}

async function* unpack(body: AsyncIterable<Uint8Array>, submissionId: string): AsyncGenerator<Uint8Array> {
  try {
    yield* pipeline(Readable.from(body), createZstdDecompress(), ignore);
  } catch (error) {
    throw isZlibError(error) ? damaged(submissionId, error) : error;
  }
}

/** `ZSTD_error_…` and `Z_…`, such as `Z_BUF_ERROR` for a frame without its end. */
function isZlibError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z");
}

/** The reader of the pipeline gets its error. */
function ignore(): void {}

/** SQL condition on the id of a submission: its bytes can be read. */
export const hasBody = (id: string) =>
  `(EXISTS (SELECT 1 FROM submission_bodies b WHERE b.submission_id = ${id})
    OR EXISTS (SELECT 1 FROM body_objects o WHERE o.submission_id = ${id} AND NOT o.erasing))`;

/** Deletes the bytes of submissions: those in PostgreSQL now, those elsewhere by the next `eraseObjects`. */
export async function discardBodies(database: Queryable, submissionIds: readonly string[]): Promise<void> {
  if (submissionIds.length === 0) return;
  await database.query(
    `WITH outside AS (
       UPDATE body_objects SET erasing = true WHERE submission_id = ANY($1) AND NOT erasing
     ) DELETE FROM submission_bodies WHERE submission_id = ANY($1)`,
    [submissionIds],
  );
}

/** Objects per statement. */
const ERASED_TOGETHER = 500;

/**
 * Deletes discarded bodies from their stores, then forgets them: after a crash between the two the next call deletes again
 * what is gone already. A store that fails does not keep the others waiting.
 *
 * @throws OutageError for a store that cannot be reached, once all others are done
 */
export async function eraseObjects(context: BodyContext): Promise<void> {
  const stores = await context.database.query<{ store: string }>(
    "SELECT DISTINCT store FROM body_objects WHERE erasing",
  );
  const results = await Promise.allSettled(stores.map(({ store }) => eraseIn(context, store)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function eraseIn({ database, bodies }: BodyContext, url: string): Promise<void> {
  const store = await bodies.open(url);
  const limit = pLimit(OBJECTS_AT_ONCE);
  for (let count = ERASED_TOGETHER; count === ERASED_TOGETHER; ) {
    const objects = await database.query<{ id: string; key: string }>(
      `SELECT submission_id AS id, object_key AS key FROM body_objects WHERE erasing AND store = $1
       ORDER BY submission_id LIMIT ${ERASED_TOGETHER}`,
      [url],
    );
    await limit.map(objects, ({ key }) => store.remove(key));
    await database.query("DELETE FROM body_objects WHERE erasing AND submission_id = ANY($1)", [
      objects.map(({ id }) => id),
    ]);
    count = objects.length;
  }
}
