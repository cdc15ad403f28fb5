import { access, constants, readdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeError, UsageError } from "@ruaflow/runtime/errors";
import { createFolder } from "@ruaflow/runtime/folders";

const MIB = 2 ** 20;
/** What the engines write at their first start. */
const FIRST_START_BYTES = 96 * MIB;
/** PostgreSQL writes its log in files of this size, and does not start without the next one. */
const START_BYTES = 16 * MIB;

const OTHER_FOLDER = "Set RUAFLOW_DATA_DIR to a folder that this user can write";

/**
 * Creates the data folder, closed to other users. Root's may be entered, not listed, for PostgreSQL then runs as a user of its own.
 * Checked before any engine starts, each of which would fail in words of its own.
 *
 * @param readFreeBytes of the disk of a folder
 * @throws {UsageError} when it is no folder, cannot be written, or has no space left
 */
export async function openDataFolder(folder: string, readFreeBytes = readFree): Promise<void> {
  await createFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700).catch((error: unknown) => {
    throw new UsageError(`${describeError(error)} ${OTHER_FOLDER}.`, { cause: error });
  });
  const names = await requireWritable(folder);
  const free = await readFreeBytes(folder);
  const needed = names.includes("postgres") ? START_BYTES : FIRST_START_BYTES;
  if (free < needed) throw noSpace(folder, `${Math.floor(free / MIB)} MiB, and a start needs ${needed / MIB}`);
}

/** @returns the names in the folder */
async function requireWritable(folder: string): Promise<string[]> {
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    await writeFile(probe, "?");
    await rm(probe);
    const names = await readdir(folder);
    for (const name of names) await access(join(folder, name), constants.R_OK | constants.W_OK);
    return names;
  } catch (error) {
    if (hasNoSpace(error)) throw noSpace(folder, describeError(error));
    const ways = `Change its owner or its mode, mount its disk for writing, or set RUAFLOW_DATA_DIR to another folder`;
    throw new UsageError(`The data folder cannot be written: ${describeError(error)}. ${ways}.`, { cause: error });
  }
}

function noSpace(folder: string, detail: string): UsageError {
  return new UsageError(
    `The disk of the data folder ${folder} has no space left (${detail}). Make room, or move the folder to a larger disk.`,
  );
}

function hasNoSpace(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
