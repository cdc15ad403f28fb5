import { type BigIntStats, constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { toShownPath } from "@ruaflow/runtime";
import { type FileName, joinName } from "./file-name.ts";

/** A symbolic link is an error, and opening a pipe does not wait for a writer. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A file as it is now. */
export interface Fingerprint {
  /** Differs once the file is changed or replaced. */
  readonly identity: string;
  readonly sizeBytes: number;
  /** When its content or its name last changed. */
  readonly changedAtMs: number;
}

/** A file whose content waits to be read. */
export interface WaitingFile {
  /** Its path, without symbolic links. */
  readonly folder: string;
  readonly name: FileName;
  /** As {@link readFingerprint} found it. */
  readonly identity: string;
}

/** `null` for what is gone or is not a regular file, such as a symbolic link. */
export async function readFingerprint(path: Buffer): Promise<Fingerprint | null> {
  const found = await lstat(path, { bigint: true }).catch(ignoreMissing);
  if (!found?.isFile()) return null;
  const changedAtMs = Math.max(Number(found.mtimeMs), Number(found.ctimeMs));
  return { identity: toIdentity(found), sizeBytes: Number(found.size), changedAtMs };
}

/** Whether this is a folder and not a symbolic link to one. */
export async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(ignoreMissing))?.isDirectory() ?? false;
}

/**
 * The content of a file.
 * @throws at the end too, if the file is not the same one as before or changed while it was read
 */
export async function* readUnchanged({ folder, name, identity }: WaitingFile): AsyncGenerator<Uint8Array> {
  const shownPath = join(folder, toShownPath(name));
  if ((await realpath(folder)) !== folder) throw new Error(`${shownPath} is behind a symbolic link`);
  const handle = await open(joinName(folder, name), READ_FLAGS);
  const assertSame = async () => {
    const found = await handle.stat({ bigint: true });
    if (!found.isFile() || toIdentity(found) !== identity) throw new Error(`${shownPath} changed while it was read`);
  };
  try {
    await assertSame();
    yield* handle.createReadStream({ autoClose: false });
    await assertSame();
  } finally {
    await handle.close();
  }
}

function toIdentity({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
