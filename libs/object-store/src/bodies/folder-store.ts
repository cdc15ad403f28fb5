import { createReadStream } from "node:fs";
import { access, type FileHandle, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OutageError } from "@ruaflow/runtime/errors";
import { createFolder } from "@ruaflow/runtime/folders";
import { assertObjectKey, type BodyStore } from "./body-store.ts";

/** Shows that the folder is the store, and not the mount point of a disk that is away. */
const MARKER = "ruaflow-bodies";

/** Bodies as files of a folder, readable by this process's user only. Any number of processes may share it. */
export function createFolderStore(folder: string): BodyStore {
  const pathOf = (key: string) => {
    assertObjectKey(key);
    return join(folder, key);
  };
  return {
    write: (key, body) => asOutage(() => writeDurably(folder, pathOf(key), body)),
    async read(key) {
      const file = await asOutage(() => openFile(folder, pathOf(key)));
      return file === null ? null : readFrom(file);
    },
    remove: (key) =>
      asOutage(async () => {
        const path = pathOf(key);
        await access(join(folder, MARKER));
        await rm(toPartPath(path), { force: true });
        await rm(path, { force: true });
        await sync(dirname(path)).catch(ignoreMissing);
      }),
  };
}

/** Belongs to one key, so that removing the body also removes what a crash has left of writing it. */
function toPartPath(path: string): string {
  return `${path}.part`;
}

async function writeDurably(folder: string, path: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const isNew = await createFolder(dirname(path), 0o700).catch((error: unknown) => {
    throw new OutageError(STORE, error);
  });
  if (isNew) {
    await writeFile(join(folder, MARKER), "", { mode: 0o600 });
    await sync(folder);
  }
  const part = toPartPath(path);
  try {
    await writeAndSync(part, body);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
  await sync(dirname(path));
}

async function writeAndSync(path: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the names in a folder durable. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openFile(folder: string, path: string): Promise<FileHandle | null> {
  const file = await open(path, "r").catch(ignoreMissing);
  if (file === null) await access(join(folder, MARKER));
  return file;
}

async function* readFrom(file: FileHandle): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream("", { fd: file });
  } catch (error) {
    throw new OutageError(STORE, error);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

const STORE = "The folder of the raw store";

/** A full disk or a folder that is away is an outage: the sender keeps the report and tries again. */
async function asOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && "code" in error && "syscall" in error) throw new OutageError(STORE, error);
    throw error;
  }
}
