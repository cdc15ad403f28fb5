import { createHash, hash } from "node:crypto";
import type { Channel } from "@ruaflow/dmarc";
import { type Queryable, toStorableText } from "@ruaflow/postgres";
import { createId } from "../tenants/id.ts";
import { type BodyPart, fromBodyPart, PART_BYTES_MAX, toBodyPart } from "./body-parts.ts";

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

const NAME_CHARS_MAX = 255;

export function createSubmissionId(): string {
  return createId("sub");
}

/**
 * Archives many small submissions with one statement, all or nothing. Repeating it changes nothing. The bodies are sent as
 * one binary value, because PostgreSQL's text form of a bytea array is twice as long.
 */
export async function archiveSubmissions(database: Queryable, submissions: readonly SmallSubmission[]): Promise<void> {
  if (submissions.length === 0) return;
  const parts = await Promise.all(submissions.map(({ body }) => toBodyPart(body)));
  await database.query(
    `WITH input AS (
       SELECT *, sum(part_bytes) OVER (ORDER BY position) - part_bytes AS skipped
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::int[], $7::text[], $9::int[],
         $10::bool[]) WITH ORDINALITY
         AS s (id, organization_id, channel, name, received_at, size_bytes, sha256, part_bytes, compressed, position)
     ), bodies AS (
       INSERT INTO submission_bodies (submission_id, part, bytes, compressed)
       SELECT id, 0, substring($8::bytea FROM skipped::int + 1 FOR part_bytes), compressed FROM input
       ON CONFLICT DO NOTHING
     )
     INSERT INTO submissions (id, organization_id, channel, name, received_at, size_bytes, sha256)
     SELECT id, organization_id, channel, name, received_at, size_bytes, decode(sha256, 'hex') FROM input
     ON CONFLICT DO NOTHING`,
    [
      ...toColumns(submissions),
      submissions.map(({ body }) => body.byteLength),
      submissions.map(({ body }) => hash("sha256", body, "hex")),
      Buffer.concat(parts.map(({ bytes }) => bytes)),
      parts.map(({ bytes }) => bytes.byteLength),
      parts.map(({ compressed }) => compressed),
    ],
  );
}

/** Records submissions without their bytes, all or nothing. A submission that is archived already stays as it is. */
export async function recordSubmissions(database: Queryable, submissions: readonly BareSubmission[]): Promise<void> {
  if (submissions.length === 0) return;
  await database.query(
    `INSERT INTO submissions (id, organization_id, channel, name, received_at, size_bytes, sha256, body_kept)
     SELECT id, organization_id, channel, name, received_at, size_bytes, decode(sha256, 'hex'), false
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::bigint[], $7::text[])
       AS s (id, organization_id, channel, name, received_at, size_bytes, sha256)
     ON CONFLICT DO NOTHING`,
    [...toColumns(submissions), submissions.map(({ sizeBytes }) => sizeBytes), submissions.map(({ sha256 }) => sha256)],
  );
}

/** The values of the first five columns of many submissions. */
function toColumns(submissions: readonly SubmissionFacts[]) {
  return [
    submissions.map(({ id }) => id),
    submissions.map(({ organizationId }) => organizationId),
    submissions.map(({ channel }) => channel),
    submissions.map(({ name }) => toStorableText(name, NAME_CHARS_MAX)),
    submissions.map(({ receivedAt }) => receivedAt),
  ];
}

/**
 * Archives one submission of any size while it arrives, with one part in memory at a time. Parts are written without a
 * transaction, because a slow sender must not occupy a connection. The submission exists once its row is written, after
 * the last part; the parts of an interrupted body are removed again.
 *
 * @returns size and SHA-256 (hex) of the body
 */
export async function archiveSubmission(
  database: Queryable,
  facts: SubmissionFacts,
  body: AsyncIterable<Uint8Array>,
): Promise<{ sizeBytes: number; sha256: string }> {
  try {
    const { sizeBytes, sha256 } = await saveParts(database, facts.id, body);
    await database.query(
      `INSERT INTO submissions (id, organization_id, channel, name, received_at, size_bytes, sha256)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [
        facts.id,
        facts.organizationId,
        facts.channel,
        toStorableText(facts.name, NAME_CHARS_MAX),
        facts.receivedAt,
        sizeBytes,
        sha256,
      ],
    );
    return { sizeBytes, sha256: sha256.toString("hex") };
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
  return { sizeBytes, sha256: sha256.digest() };
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

/** The body of a submission was deleted, or never existed. */
export class SubmissionBodyMissingError extends Error {
  override readonly name = "SubmissionBodyMissingError";
  readonly code = "submission_body_missing";
}

/**
 * Reads the bytes of a submission as they arrived, part by part.
 *
 * @throws SubmissionBodyMissingError
 */
export async function* readSubmissionBody(database: Queryable, submissionId: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const [row] = await database.query<BodyPart>(
      `SELECT bytes, compressed FROM submission_bodies b WHERE submission_id = $1 AND part = $2
       AND EXISTS (SELECT 1 FROM submissions WHERE id = b.submission_id)`,
      [submissionId, part],
    );
    if (row === undefined && part > 0) return;
    if (row === undefined) throw new SubmissionBodyMissingError(`The body of ${submissionId} is not kept.`);
    if (row.bytes.byteLength > 0) yield await fromBodyPart(row);
  }
}
