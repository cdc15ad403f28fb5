import { createHash, hash } from "node:crypto";
import { type Queryable, toStorableText } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";
import type { Channel } from "@ruaflow/report";
import { createId } from "../tenants/id.ts";
import { SubmissionBodyMissingError } from "./body-errors.ts";
import { type BodyContext, openObject, writeObjects } from "./body-objects.ts";
import { type BodyPart, fromBodyPart, PART_BYTES_MAX, toBodyPart } from "./body-parts.ts";
import { damaged, verifyBody } from "./verified-body.ts";

/** A submission's metadata. */
export interface SubmissionFacts {
  /** From `createSubmissionId`. */
  readonly id: string;
  /** `null` while its owner is unknown. */
  readonly organizationId: string | null;
  readonly channel: Channel;
  /** File name or similar; cut to 255 characters. */
  readonly name: string;
  readonly receivedAt: Date;
}

export interface SmallSubmission extends SubmissionFacts {
  /** At most 1 MiB (`PART_BYTES_MAX`). */
  readonly body: Uint8Array;
}

/** A submission whose bytes are not kept. */
export interface BareSubmission extends SubmissionFacts {
  readonly sizeBytes: number;
  /** Hexadecimal; `null` when the body was not read to its end. */
  readonly sha256: string | null;
}

/** A body of any size that was received completely. */
export interface LargeBody {
  read(): AsyncIterable<Uint8Array>;
  /** Size and SHA-256 (hexadecimal), computed from the body. */
  digest(): Promise<{ readonly sizeBytes: number; readonly sha256: string }>;
}

const NAME_CHARS_MAX = 255;

export function createSubmissionId(): string {
  return createId("sub");
}

/**
 * Archives many small submissions together. Repeating it changes nothing. Their bytes are durable before the submissions
 * exist.
 */
export async function archiveSubmissions(context: BodyContext, submissions: readonly SmallSubmission[]): Promise<void> {
  const { database, bodies } = context;
  if (submissions.length === 0) return;
  if (bodies.current === null) return archiveInside(database, submissions);
  const digested = submissions.map((submission) => ({
    ...submission,
    sizeBytes: submission.body.byteLength,
    sha256: hash("sha256", submission.body, "hex"),
  }));
  const objects = digested.map(({ id, sha256, body }) => ({ submissionId: id, sha256, read: () => yieldOnce(body) }));
  await writeObjects(context, bodies.current, objects);
  await insertSubmissions(database, digested, true);
}

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * With one statement, all or nothing. The bodies are sent as one binary value, because PostgreSQL's text form of a bytea
 * array is twice as long.
 */
async function archiveInside(database: Queryable, submissions: readonly SmallSubmission[]): Promise<void> {
  const parts = await Promise.all(
    submissions.map(async (submission) => ({ ...submission, part: await toBodyPart(submission.body) })),
  );
  const input = toTable(
    parts,
    [
      ...FACTS_COLUMNS,
      ["size_bytes", "int", ({ body }) => body.byteLength],
      ["sha256", "text", ({ body }) => hash("sha256", body, "hex")],
      ["part_bytes", "int", ({ part }) => part.bytes.byteLength],
      ["compressed", "bool", ({ part }) => part.compressed],
    ],
    { alias: "s", after: 1, place: "position" },
  );
  await database.query(
    `WITH input AS (
       SELECT *, sum(part_bytes) OVER (ORDER BY position) - part_bytes AS skipped FROM ${input.sql}
     ), bodies AS (
       INSERT INTO submission_bodies (submission_id, part, bytes, compressed)
       SELECT id, 0, substring($1::bytea FROM skipped::int + 1 FOR part_bytes), compressed FROM input
       ON CONFLICT DO NOTHING
     )
     INSERT INTO submissions (id, organization_id, channel, name, received_at, size_bytes, sha256)
     SELECT id, organization_id, channel, name, received_at, size_bytes, decode(sha256, 'hex') FROM input
     ON CONFLICT DO NOTHING`,
    [Buffer.concat(parts.map(({ part }) => part.bytes)), ...input.values],
  );
}

/** Records submissions without their bytes, all or nothing. A submission that is archived already stays as it is. */
export async function recordSubmissions(database: Queryable, submissions: readonly BareSubmission[]): Promise<void> {
  if (submissions.length > 0) await insertSubmissions(database, submissions, false);
}

async function insertSubmissions(
  database: Queryable,
  submissions: readonly BareSubmission[],
  isBodyKept: boolean,
): Promise<void> {
  const input = toTable(
    submissions,
    [
      ...FACTS_COLUMNS,
      ["size_bytes", "bigint", ({ sizeBytes }) => sizeBytes],
      ["sha256", "text", ({ sha256 }) => sha256],
    ],
    { alias: "s", after: 1 },
  );
  await database.query(
    `INSERT INTO submissions (id, organization_id, channel, name, received_at, size_bytes, sha256, body_kept)
     SELECT id, organization_id, channel, name, received_at, size_bytes, decode(sha256, 'hex'), $1 FROM ${input.sql}
     ON CONFLICT DO NOTHING`,
    [isBodyKept, ...input.values],
  );
}

const FACTS_COLUMNS: readonly Column<SubmissionFacts>[] = [
  ["id", "text", ({ id }) => id],
  ["organization_id", "text", ({ organizationId }) => organizationId],
  ["channel", "text", ({ channel }) => channel],
  ["name", "text", ({ name }) => toStorableText(name, NAME_CHARS_MAX)],
  ["received_at", "timestamptz", ({ receivedAt }) => receivedAt],
];

/**
 * Archives one submission of any size with one part of its body in memory at a time. The submission exists once its row is
 * written, after the body.
 *
 * @returns size and SHA-256 (hex) of the body
 */
export async function archiveSubmission(
  context: BodyContext,
  facts: SubmissionFacts,
  body: LargeBody,
): Promise<{ sizeBytes: number; sha256: string }> {
  const { database, bodies } = context;
  if (bodies.current === null) return archivePartsOf(database, facts, body);
  const digest = await body.digest();
  const object = { submissionId: facts.id, sha256: digest.sha256, read: () => body.read() };
  await writeObjects(context, bodies.current, [object]);
  await insertSubmissions(database, [{ ...facts, ...digest }], true);
  return digest;
}

/** Parts are written without a transaction, which would occupy a connection; those of an interrupted body are removed. */
async function archivePartsOf(database: Queryable, facts: SubmissionFacts, body: LargeBody) {
  try {
    const digest = await saveParts(database, facts.id, body.read());
    await insertSubmissions(database, [{ ...facts, ...digest }], true);
    return digest;
  } catch (error) {
    await database.query("DELETE FROM submission_bodies WHERE submission_id = $1", [facts.id]).catch(() => undefined);
    throw error;
  }
}

async function saveParts(database: Queryable, submissionId: string, body: AsyncIterable<Uint8Array>) {
  const sha256 = createHash("sha256");
  let sizeBytes = 0;
  let part = 0;
  for await (const bytes of toParts(body)) {
    sha256.update(bytes);
    sizeBytes += bytes.byteLength;
    const stored = await toBodyPart(bytes);
    await database.query(
      `INSERT INTO submission_bodies (submission_id, part, bytes, compressed) VALUES ($1, $2, $3, $4)
       ON CONFLICT (submission_id, part) DO UPDATE SET bytes = excluded.bytes, compressed = excluded.compressed`,
      [submissionId, part, stored.bytes, stored.compressed],
    );
    part += 1;
  }
  return { sizeBytes, sha256: sha256.digest("hex") };
}

/** Regroups chunks into parts of `PART_BYTES_MAX`; an empty body is one empty part. */
async function* toParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let isFirst = true;
  for await (const chunk of body) {
    let rest = chunk;
    while (heldBytes + rest.byteLength >= PART_BYTES_MAX) {
      const cut = PART_BYTES_MAX - heldBytes;
      yield Buffer.concat([...held, rest.subarray(0, cut)]);
      isFirst = false;
      rest = rest.subarray(cut);
      held = [];
      heldBytes = 0;
    }
    if (rest.byteLength > 0) held.push(rest);
    heldBytes += rest.byteLength;
  }
  if (heldBytes > 0 || isFirst) yield Buffer.concat(held);
}

/**
 * Reads the bytes of a submission as they arrived, from the store that has them.
 *
 * @throws SubmissionBodyMissingError
 * @throws SubmissionBodyDamagedError before the last chunk, when the bytes are not those that arrived
 */
export async function* readSubmissionBody(context: BodyContext, submissionId: string): AsyncGenerator<Uint8Array> {
  const [row] = await context.database.query<KeptBody>(
    `SELECT s.size_bytes::float8 AS "sizeBytes", encode(s.sha256, 'hex') AS sha256, o.store, o.object_key AS "objectKey"
     FROM submissions s LEFT JOIN body_objects o ON o.submission_id = s.id AND NOT o.erasing
     WHERE s.id = $1 AND s.sha256 IS NOT NULL`,
    [submissionId],
  );
  const stored = row && (await openBody(context, submissionId, row));
  if (!stored) throw new SubmissionBodyMissingError(`The body of ${submissionId} is not kept.`);
  yield* verifyBody(stored, { submissionId, sizeBytes: row.sizeBytes, sha256: row.sha256 });
}

interface KeptBody {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly store: string | null;
  readonly objectKey: string | null;
}

async function openBody(context: BodyContext, submissionId: string, { store, objectKey }: KeptBody) {
  if (store !== null && objectKey !== null) return openObject(context, { submissionId, store, objectKey });
  const first = await readPart(context.database, submissionId, 0);
  return first && readParts(context.database, submissionId, first);
}

async function* readParts(database: Queryable, submissionId: string, first: BodyPart): AsyncGenerator<Uint8Array> {
  let row: BodyPart | undefined = first;
  for (let part = 1; row; part++) {
    const bytes = await fromBodyPart(row).catch((error: unknown) => {
      throw damaged(submissionId, error);
    });
    if (bytes.byteLength > 0) yield bytes;
    row = await readPart(database, submissionId, part);
  }
}

async function readPart(database: Queryable, submissionId: string, part: number): Promise<BodyPart | undefined> {
  const [row] = await database.query<BodyPart>(
    "SELECT bytes, compressed FROM submission_bodies WHERE submission_id = $1 AND part = $2",
    [submissionId, part],
  );
  return row;
}
