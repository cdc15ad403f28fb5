import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "@ruaflow/runtime/errors";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";

/** Of the folder's layout and of this file. */
const FORMAT = 1;
const FILE = "manifest.json";

const file = {
  /** Path within the folder. */
  file: Type.String(),
  bytes: Type.Integer(),
  /** Of the file as it lies there, hexadecimal. */
  sha256: Type.String(),
};

const table = Type.Object({
  ...file,
  name: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Integer(),
});

const numbers = Type.Object({
  organizationId: Type.String(),
  reports: Type.String(),
  records: Type.String(),
  messages: Type.String(),
});

const partition = Type.Object({ partition: Type.Integer(), committed: Type.String(), end: Type.String() });

const manifest = Type.Object({
  format: Type.Literal(FORMAT),
  id: Type.String(),
  release: Type.String(),
  /** The moment of the backup: that of PostgreSQL's snapshot, ISO 8601. */
  takenAt: Type.String(),
  /** Opens only with the secrets key, base64; `null`: no key was ever used. */
  sealedCheck: Type.Union([Type.String(), Type.Null()]),
  postgres: Type.Object({
    schemaVersion: Type.Integer(),
    tables: Type.Array(table),
    sequences: Type.Array(Type.Object({ name: Type.String(), last: Type.Union([Type.String(), Type.Null()]) })),
    organizations: Type.Array(numbers),
  }),
  clickHouse: Type.Object({
    migrations: Type.Integer(),
    tables: Type.Array(table),
    organizations: Type.Array(numbers),
  }),
  bodies: Type.Object({
    /** The list of the bodies in `bodies/`; without any, an empty list. */
    list: Type.Object(file),
    objects: Type.Integer(),
    bytes: Type.Integer(),
    /** Deleted while the backup ran. */
    missing: Type.Integer(),
    /** URLs of the stores that are included. */
    stores: Type.Array(Type.String()),
    /** URLs of stores that are not included: buckets. */
    elsewhere: Type.Array(Type.String()),
  }),
  log: Type.Object({
    driver: Type.String(),
    group: Type.String(),
    topic: Type.String(),
    /** Read before the snapshot: everything before `committed` is in the ledger. */
    partitions: Type.Array(partition),
  }),
});

/** What a backup consists of; written last, so that a folder with it is complete. */
export type Manifest = Static<typeof manifest>;
export type ArchivedFile = Pick<Static<typeof table>, "file" | "bytes" | "sha256">;
export type ArchivedTable = Static<typeof table>;
export type Numbers = Static<typeof numbers>;

export const FORMAT_VERSION = FORMAT;

/** Durable when it resolves. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const path = join(folder, FILE);
  await writeFile(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** @throws {UsageError} when the folder is not a complete backup of a format that this release reads */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new UsageError(`${folder} is not a complete backup: it has no ${FILE}.`);
  });
  const found = parse(text);
  if (Value.Check(manifest, found)) return found;
  throw new UsageError(`${join(folder, FILE)} is damaged, or was written by another release of Ruaflow.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
