import { createHash } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BodyStores, isObjectKey } from "@ruaflow/object-store/bodies";
import { UsageError } from "@ruaflow/runtime/errors";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import type { DatabaseSnapshot } from "../database/snapshot.ts";
import { isIntact, readLines, writeArchive } from "../folder/archive-file.ts";
import { BODY_LIST } from "../folder/known-names.ts";
import type { Manifest } from "../folder/manifest-schema.ts";

/** One line of the list of bodies. */
const listed = Type.Object({ key: Type.String(), bytes: Type.Integer(), sha256: Type.String() });
type ListedBody = Static<typeof listed>;

const FOLDER = "bodies";

/** The folder of the backup as a store of bodies. */
function openCopies(folder: string, bodies: BodyStores) {
  return bodies.open(pathToFileURL(join(folder, FOLDER)).href);
}

/** Copies the bodies that lie in folders. Those in buckets stay there. */
export async function exportBodies(
  folder: string,
  snapshot: DatabaseSnapshot,
  bodies: BodyStores,
): Promise<Manifest["bodies"]> {
  const copies = await openCopies(folder, bodies);
  const stores = new Set<string>();
  const elsewhere = new Set<string>();
  const sums = { objects: 0, bytes: 0, missing: 0 };
  async function* lines() {
    for await (const page of snapshot.listOutsideBodies()) {
      for (const { store, key } of page) {
        if (!store.startsWith("file:")) {
          elsewhere.add(store);
          continue;
        }
        stores.add(store);
        const body = await (await bodies.open(store)).read(key);
        if (body === null) {
          sums.missing += 1;
          continue;
        }
        const digest = createDigest();
        await copies.write(key, digest.pass(body));
        sums.objects += 1;
        sums.bytes += digest.bytes();
        yield `${JSON.stringify({ key, bytes: digest.bytes(), sha256: digest.read() })}\n`;
      }
    }
  }
  const list = await writeArchive(folder, BODY_LIST, lines());
  return { list, ...sums, stores: [...stores], elsewhere: [...elsewhere] };
}

function createDigest() {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    async *pass(body: AsyncIterable<Uint8Array>) {
      for await (const chunk of body) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        yield chunk;
      }
    },
    bytes: () => bytes,
    read: () => hash.digest("hex"),
  };
}

async function* listBodies(folder: string): AsyncGenerator<ListedBody> {
  for await (const line of readLines(folder, BODY_LIST)) {
    const body: unknown = JSON.parse(line);
    if (!Value.Check(listed, body) || !isObjectKey(body.key))
      throw new UsageError(`${BODY_LIST} has a line that is not a body. Nothing was changed.`);
    yield body;
  }
}

/** Paths of the bodies that are not what the list says. */
export async function listDamagedBodies(folder: string): Promise<string[]> {
  const damaged: string[] = [];
  for await (const { key, ...body } of listBodies(folder)) {
    const file = join(FOLDER, key);
    if (!(await isIntact(folder, { file, ...body }))) damaged.push(file);
  }
  return damaged;
}

/** Writes all bodies to the store for new ones. May be repeated. */
export async function importBodies(folder: string, bodies: BodyStores, store: string): Promise<number> {
  const copies = await openCopies(folder, bodies);
  const target = await bodies.open(store);
  let objects = 0;
  for await (const { key } of listBodies(folder)) {
    const body = await copies.read(key);
    if (body === null) throw new Error(`${join(FOLDER, key)} is gone`);
    await target.write(key, body);
    objects += 1;
  }
  return objects;
}
