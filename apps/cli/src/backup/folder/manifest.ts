import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "@ruaflow/runtime/errors";
import { Value } from "typebox/value";
import { findFile } from "./archive-file.ts";
import { findUnknownName } from "./known-names.ts";
import { type Manifest, manifestSchema } from "./manifest-schema.ts";
import { isUndamaged } from "./seal.ts";

const FILE = "manifest.json";
/** Some 300 bytes for each organization, so 200,000 of them. */
const BYTES_MAX = 64 * 2 ** 20;

/** Durable when it resolves. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const path = join(folder, FILE);
  await writeFile(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/**
 * Reads what a backup consists of, without believing it: only known tables and their files are named, and the content has its digest.
 * @throws {UsageError} when the folder is not a complete backup of a format that this release reads
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, FILE);
  const found = parse(await readText(folder));
  if (!Value.Check(manifestSchema, found))
    throw new UsageError(`${path} is damaged, or was written by another release of Ruaflow.`);
  const unknown = findUnknownName(found);
  if (unknown !== null)
    throw new UsageError(
      `${path} names ${JSON.stringify(unknown)}, which is not part of a backup of this release. It was altered, or a newer release wrote it.`,
    );
  if (isUndamaged(found)) return found;
  throw new UsageError(`${path} is damaged: its digest does not match. Nothing was changed.`);
}

async function readText(folder: string): Promise<string> {
  const path = await findFile(folder, FILE);
  if (path === null) throw new UsageError(`${folder} is not a complete backup: it has no ${FILE}.`);
  const { size } = await stat(path);
  if (size > BYTES_MAX) throw new UsageError(`${path} has ${size} bytes: a manifest has at most ${BYTES_MAX}.`);
  return readFile(path, "utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
