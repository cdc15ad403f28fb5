import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type Database, openDatabase } from "@ruaflow/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMetadataStore } from "../testing/index.ts";
import { PART_BYTES_MAX } from "./body-parts.ts";
import { createSubmissionId, type LargeBody, type SmallSubmission, type SubmissionFacts } from "./submissions.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let database: Database;

beforeAll(async () => {
  running = await startMetadataStore();
  database = openDatabase(running.url, 2);
});

afterAll(async () => {
  await database.close();
  await running.stop();
});

function facts(name = "report.xml.gz"): SubmissionFacts {
  return { id: createSubmissionId(), organizationId: null, channel: "import", name, receivedAt: new Date() };
}

async function readBody(id: string): Promise<Buffer> {
  return buffer(running.store.intake.readSubmissionBody(id));
}

async function* inChunks(bytes: Buffer, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** A body that was received completely. */
function toLarge(read: () => AsyncIterable<Uint8Array>): LargeBody {
  return {
    read,
    async digest() {
      const bytes = await buffer(read());
      return { sizeBytes: bytes.byteLength, sha256: sha256(bytes) };
    },
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

test("each of many small submissions is read back byte for byte", async () => {
  const sizes = [0, 1, 2, 1_000, 0, 70_000, PART_BYTES_MAX, 3];
  const submissions: SmallSubmission[] = sizes.map((size) => ({ ...facts(), body: randomBytes(size) }));
  await running.store.intake.archiveSubmissions(submissions);
  for (const { id, body } of submissions) expect((await readBody(id)).equals(body)).toBe(true);
  const rows = await database.query<{ size: string; hash: string }>(
    "SELECT size_bytes AS size, encode(sha256, 'hex') AS hash FROM submissions WHERE id = ANY($1) ORDER BY id",
    [submissions.map(({ id }) => id)],
  );
  const expected = submissions.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(rows).toEqual(expected.map(({ body }) => ({ size: String(body.byteLength), hash: sha256(body) })));
});

test.each(["small", "streamed"])(
  "text is stored as a fraction of its size and read back byte for byte: %s",
  async (way) => {
    const body = Buffer.from("<record><row><source_ip>192.0.2.1</source_ip></row></record>\n".repeat(30_000));
    const submission = facts();
    if (way === "small")
      await running.store.intake.archiveSubmissions([{ ...submission, body: body.subarray(0, 100_000) }]);
    else
      await running.store.intake.archiveSubmission(
        submission,
        toLarge(() => inChunks(body, 60_000)),
      );
    const [stored] = await database.query<{ size: number }>(
      "SELECT sum(length(bytes))::int AS size FROM submission_bodies WHERE submission_id = $1",
      [submission.id],
    );
    expect(stored?.size).toBeLessThan(10_000);
    expect((await readBody(submission.id)).equals(way === "small" ? body.subarray(0, 100_000) : body)).toBe(true);
  },
);

test("archiving the same submissions again changes nothing", async () => {
  const submission = { ...facts(), body: Buffer.from("once") };
  await running.store.intake.archiveSubmissions([submission]);
  await running.store.intake.archiveSubmissions([submission]);
  await running.store.intake.archiveSubmissions([]);
  expect((await readBody(submission.id)).toString()).toBe("once");
});

test("a name with NUL, half a character or a megabyte does not stop a submission", async () => {
  const names = ["a\0b", "\u{d800}", "x".repeat(1_000_000), `${"x".repeat(254)}😀`];
  const submissions = names.map((name) => ({ ...facts(name), body: Buffer.from("x") }));
  await running.store.intake.archiveSubmissions(submissions);
  const rows = await database.query<{ name: string }>("SELECT name FROM submissions WHERE id = ANY($1) ORDER BY id", [
    submissions.map(({ id }) => id),
  ]);
  expect(rows).toHaveLength(names.length);
  for (const { name } of rows) expect(name.length).toBeLessThanOrEqual(255);
});

test.each([
  ["empty", 0, 1],
  ["one byte", 1, 1],
  ["exactly one part", PART_BYTES_MAX, 1_000],
  ["exactly three parts in one chunk", 3 * PART_BYTES_MAX, 3 * PART_BYTES_MAX],
  ["many parts in odd chunks", 5 * PART_BYTES_MAX + 17, 65_537],
])("a stream is stored in parts and read back byte for byte: %s", async (_name, size, chunkBytes) => {
  const submission = facts();
  const body = randomBytes(size);
  const archived = await running.store.intake.archiveSubmission(
    submission,
    toLarge(() => inChunks(body, chunkBytes)),
  );
  expect(archived).toEqual({ sizeBytes: size, sha256: sha256(body) });
  expect((await readBody(submission.id)).equals(body)).toBe(true);
});

test("an interrupted stream leaves nothing behind", async () => {
  const submission = facts();
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield randomBytes(2 * PART_BYTES_MAX);
    throw new Error("the sender went away");
  }
  await expect(running.store.intake.archiveSubmission(submission, toLarge(broken))).rejects.toThrow(
    "the sender went away",
  );
  await expect(readBody(submission.id)).rejects.toMatchObject({ code: "submission_body_missing" });
  const left = await database.query("SELECT 1 FROM submission_bodies WHERE submission_id = $1", [submission.id]);
  expect(left).toEqual([]);
});

test("reading a body that was deleted throws", async () => {
  const submission = { ...facts(), body: Buffer.from("gone") };
  await running.store.intake.archiveSubmissions([submission]);
  await database.query("DELETE FROM submission_bodies WHERE submission_id = $1", [submission.id]);
  await expect(readBody(submission.id)).rejects.toMatchObject({ code: "submission_body_missing" });
  expect(await database.query("SELECT 1 FROM submissions WHERE id = $1", [submission.id])).toHaveLength(1);
});
