import { createHash } from "node:crypto";
import { appendFile, readFile, rm, truncate } from "node:fs/promises";
import { dirname, join, resolve as resolvePath } from "node:path";
import { createFolder } from "@ruaflow/runtime/folders";
import type { InputFile } from "../paths.ts";

/** Bytes of a file's mark: a collision among a million files is out of reach. */
const MARK_BYTES = 16;
/** Marks are written together: one write for each file would slow the import. */
const MARKS_PER_WRITE = 500;
/** With large files, marks do not wait for others longer than this. */
const WRITE_EVERY_MS = 1000;

/** Which files of an import are done, kept in a file while the import runs. */
export interface ResumeState {
  /** Whether the file was done before, with its size and time of change as they are now. */
  isDone(file: InputFile): boolean;
  /** Call it once the outcome of everything in the file is durable. */
  markDone(file: InputFile): void;
  /** Writes what is marked. */
  flush(): Promise<void>;
  /** The import is complete: nothing is left to resume. */
  remove(): Promise<void>;
}

export interface ResumeOptions {
  readonly dataFolder: string;
  /** The import's arguments: each has its own state. */
  readonly identity: readonly string[];
  /** Continues an interrupted import; otherwise it begins anew. */
  readonly resume: boolean;
}

/**
 * Opens the state of an import, `imports/HASH` in the data folder: 16 bytes for each file that is done. A mark may be
 * lost when the machine fails; its file is then imported again, and its reports count as duplicates.
 */
export async function openResumeState({ dataFolder, identity, resume }: ResumeOptions): Promise<ResumeState> {
  const path = join(dataFolder, "imports", hash(identity).toString("hex"));
  await createFolder(dirname(path), 0o700);
  const done = resume ? await readMarks(path) : new Set<string>();
  if (!resume) await rm(path, { force: true });
  let waiting: Buffer[] = [];
  let writing = Promise.resolve();
  let writtenAt = Date.now();

  function flush(): Promise<void> {
    writtenAt = Date.now();
    const marks = Buffer.concat(waiting);
    waiting = [];
    if (marks.length > 0) writing = writing.then(() => appendFile(path, marks, { mode: 0o600 }));
    return writing;
  }

  return {
    isDone: (file) => done.size > 0 && done.has(toMark(file).toString("latin1")),
    markDone(file) {
      if (file.isReadOnce) return;
      waiting.push(toMark(file));
      // A failed write fails the import at its end.
      const isDue = waiting.length >= MARKS_PER_WRITE || Date.now() - writtenAt >= WRITE_EVERY_MS;
      if (isDue) flush().catch(() => undefined);
    },
    flush,
    async remove() {
      await writing;
      await rm(path, { force: true });
    },
  };
}

async function readMarks(path: string): Promise<Set<string>> {
  const bytes = await readFile(path).catch(() => null);
  const done = new Set<string>();
  if (bytes === null) return done;
  const completeBytes = bytes.length - (bytes.length % MARK_BYTES);
  // A write that was cut off: further marks would not be found behind it.
  if (completeBytes < bytes.length) await truncate(path, completeBytes);
  for (let start = 0; start < completeBytes; start += MARK_BYTES) {
    done.add(bytes.toString("latin1", start, start + MARK_BYTES));
  }
  return done;
}

function toMark({ name, sizeBytes, changedMs }: InputFile): Buffer {
  return hash([resolvePath(name), String(sizeBytes), String(changedMs)]);
}

function hash(parts: readonly string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, MARK_BYTES);
}
