import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type BodyStores, openBodyStores } from "@ruaflow/object-store/bodies";
import { OutageError } from "@ruaflow/runtime/errors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMetadataStore, type MetadataStore } from "../metadata-store.ts";
import { executeSql, startMetadataStore } from "../testing/index.ts";
import { createSubmissionId, type SubmissionFacts } from "./submissions.ts";

const BIG_BYTES = 5 * 1024 * 1024 + 17;

const noS3 = { RUAFLOW_S3_ENDPOINT: undefined, RUAFLOW_S3_REGION: undefined, RUAFLOW_S3_PATH_STYLE: false };

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let folder: string;
let stores: BodyStores;
let store: MetadataStore;

beforeAll(async () => {
  running = await startMetadataStore();
  folder = await mkdtemp(join(tmpdir(), "ruaflow-objects-"));
  stores = openBodyStores({ ...noS3, RUAFLOW_RAW_STORE: `file:${folder}` });
  store = await createMetadataStore({ url: running.url, bodies: stores });
});

afterAll(async () => {
  await store.close();
  await running.stop();
  await rm(folder, { recursive: true });
});

function facts(): SubmissionFacts {
  return { id: createSubmissionId(), organizationId: null, channel: "upload", name: "../../x", receivedAt: new Date() };
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function archive(body: Buffer, through = store): Promise<string> {
  const submission = facts();
  if (body.byteLength <= 1024 * 1024) await through.intake.archiveSubmissions([{ ...submission, body }]);
  else {
    const read = async function* () {
      for (let at = 0; at < body.byteLength; at += 65_537) yield body.subarray(at, at + 65_537);
    };
    const digest = async () => ({ sizeBytes: body.byteLength, sha256: sha256(body) });
    await through.intake.archiveSubmission(submission, { read, digest });
  }
  return submission.id;
}

const read = async (id: string, through = store) => buffer(through.intake.readSubmissionBody(id));

/** Paths below the folder, without its marker. */
async function listFiles(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.filter((path) => path.endsWith(".zst") || path.endsWith(".part"));
}

const pathOf = async (id: string) => (await listFiles()).find((path) => path.includes(id)) ?? "";
const listObjects = (id: string) =>
  executeSql(running.url, `SELECT store, erasing FROM body_objects WHERE submission_id = '${id}'`);

test.each([0, 1, 70_000, 1024 * 1024, BIG_BYTES])(
  "a body of %i bytes is one file, named by digest and id",
  async (size) => {
    const body = randomBytes(size);
    const id = await archive(body);
    expect((await read(id)).equals(body)).toBe(true);
    const digest = sha256(body);
    expect(await pathOf(id)).toBe(join(folder, digest.slice(0, 2), `${digest}-${id}.zst`));
    expect(await executeSql(running.url, `SELECT 1 FROM submission_bodies WHERE submission_id = '${id}'`)).toEqual([]);
  },
);

test("after a change of the setting bodies in every store stay readable", async () => {
  const [inside, outside] = [
    await archive(Buffer.from("in PostgreSQL"), running.store),
    await archive(Buffer.from("x")),
  ];
  const back = await createMetadataStore({ url: running.url, bodies: { ...stores, current: null } });
  const laterInside = await archive(Buffer.from("again"), back);
  for (const through of [store, back]) {
    const texts = await Promise.all([inside, outside, laterInside].map((id) => read(id, through)));
    expect(texts.map(String)).toEqual(["in PostgreSQL", "x", "again"]);
  }
  await back.close();
});

test.each([100, BIG_BYTES])("a file that was changed or cut is an error, not other bytes: %i bytes", async (size) => {
  const body = Buffer.from("<feedback>".repeat(size / 10 + 1)).subarray(0, size);
  const id = await archive(body);
  const path = await pathOf(id);
  const whole = await readFile(path);
  for (const at of [0, Math.floor(whole.length / 2), whole.length - 1]) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await writeFile(path, flipped);
    await expect(read(id)).rejects.toMatchObject({ code: "submission_body_damaged" });
  }
  await truncate(path, Math.floor(whole.length / 2));
  await expect(read(id)).rejects.toMatchObject({ code: "submission_body_damaged" });
  await truncate(path, 0);
  await expect(read(id)).rejects.toMatchObject({ code: "submission_body_damaged" });
  await writeFile(path, await readFile(await pathOf(await archive(Buffer.from("another's body")))));
  await expect(read(id)).rejects.toMatchObject({ code: "submission_body_damaged" });
  await writeFile(path, whole);
  expect((await read(id)).equals(body)).toBe(true);
});

test("a part in PostgreSQL that was changed or lost is an error, too", async () => {
  const id = await archive(randomBytes(BIG_BYTES), running.store);
  const change = (sql: string) => executeSql(running.url, `${sql} WHERE submission_id = '${id}' AND part = 3`);
  await change("UPDATE submission_bodies SET bytes = set_byte(bytes, 7, (get_byte(bytes, 7) + 1) % 256)");
  await expect(read(id)).rejects.toMatchObject({ code: "submission_body_damaged" });
  await change("UPDATE submission_bodies SET compressed = true");
  await expect(read(id)).rejects.toMatchObject({ code: "submission_body_damaged" });
  await change("DELETE FROM submission_bodies");
  await expect(read(id)).rejects.toMatchObject({ code: "submission_body_damaged" });
});

test("a body that its store has lost is missing; a store that is away is an outage", async () => {
  const id = await archive(Buffer.from("lost"));
  await rm(await pathOf(id));
  await expect(read(id)).rejects.toMatchObject({ code: "submission_body_missing" });
  const notAFolder = join(folder, "a-file");
  await writeFile(notAFolder, "");
  const bodies = openBodyStores({ ...noS3, RUAFLOW_RAW_STORE: `file:${notAFolder}` });
  const away = await createMetadataStore({ url: running.url, bodies });
  await expect(archive(Buffer.from("x"), away)).rejects.toThrow(OutageError);
  await away.close();
});

/** A store whose files are written, or removed, and which then fails as if the process had died. */
function dieAfter(verb: "write" | "remove"): BodyStores {
  const open = async (url: string) => {
    const inner = await stores.open(url);
    const act = async (key: string, body?: AsyncIterable<Uint8Array>) => {
      await (body ? inner.write(key, body) : inner.remove(key));
      throw new Error("killed");
    };
    return { ...inner, [verb]: act };
  };
  return { ...stores, open };
}

test("after a crash between the object and its submission, the object is known and not readable", async () => {
  const dying = await createMetadataStore({ url: running.url, bodies: dieAfter("write") });
  const before = await listFiles();
  const submission = facts();
  await expect(
    dying.intake.archiveSubmissions([{ ...submission, body: Buffer.from("not acknowledged") }]),
  ).rejects.toThrow("killed");
  expect(await listFiles()).toHaveLength(before.length + 1);
  expect(await listObjects(submission.id)).toEqual([{ store: stores.current, erasing: false }]);
  await expect(read(submission.id)).rejects.toMatchObject({ code: "submission_body_missing" });
  await dying.close();
});

test("after a crash between deleting the object and its row, the next round finishes", async () => {
  const id = await archive(Buffer.from("to be deleted"));
  const stays = await archive(Buffer.from("to be deleted"));
  await executeSql(running.url, `UPDATE body_objects SET erasing = true WHERE submission_id = '${id}'`);
  await expect(read(id)).rejects.toMatchObject({ code: "submission_body_missing" });
  const dying = await createMetadataStore({ url: running.url, bodies: dieAfter("remove") });
  await expect(dying.intake.eraseObjects()).rejects.toThrow("killed");
  expect([await pathOf(id), await listObjects(id)]).toEqual(["", [{ store: stores.current, erasing: true }]]);
  await store.intake.eraseObjects();
  expect(await listObjects(id)).toEqual([]);
  expect((await read(stays)).toString()).toBe("to be deleted");
  await dying.close();
});

test("a store that fails keeps its rows, and does not keep other stores waiting", async () => {
  const id = await archive(Buffer.from("here"));
  await executeSql(running.url, `UPDATE body_objects SET erasing = true WHERE submission_id = '${id}'`);
  const lost = "INSERT INTO body_objects VALUES ('sub_0lost', 'file:///nowhere/at/all', 'ab/x', true)";
  await executeSql(running.url, lost.replace("ab/x", `ab/${"ab".repeat(32)}-sub_0lost.zst`));
  await expect(store.intake.eraseObjects()).rejects.toThrow(OutageError);
  expect([await pathOf(id), await listObjects(id)]).toEqual(["", []]);
  expect(await listObjects("sub_0lost")).toHaveLength(1);
  await executeSql(running.url, "DELETE FROM body_objects WHERE submission_id = 'sub_0lost'");
});
