import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { keepHeapSmall, keepYoungGeneration, toShownPath } from "@ruaflow/runtime";
import { describeError, UsageError } from "@ruaflow/runtime/errors";
import type { SkippedEntries } from "./skipped-entries.ts";

/** A file that was named on the command line or found in a folder named there. */
export interface InputFile {
  /** The path, or `-` for standard input. */
  readonly name: string;
  readonly sizeBytes: number;
  /** When its content last changed, in milliseconds of Unix time. */
  readonly changedMs: number;
  /** Standard input or a pipe: what was read of it is gone. */
  readonly isReadOnce?: true;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * The files that paths name: files, folders with everything below them except hidden files, and `-` for standard input.
 * Folders are read in the order of their names. Of a Maildir only messages are read, also of its folders.
 *
 * A path itself may be a link or a pipe, such as that of `<(…)`. In a folder only regular files are read: a pipe would wait for a
 * writer for ever, and a link may lead out of the folder.
 * @param skipped counts what else is in the folders
 * @throws {UsageError} for a path that does not exist
 */
export function* listInputFiles(paths: readonly string[], skipped: SkippedEntries): Generator<InputFile> {
  for (const path of paths) yield* path === "-" ? [standardInput] : listNamed(Buffer.from(path), skipped);
}

const standardInput: InputFile = { name: "-", sizeBytes: 0, changedMs: 0, isReadOnce: true, open: readStandardInput };

/** @param path as bytes: a file system takes any for a name, and finds no file by another reading of them */
function* listNamed(path: Buffer, skipped: SkippedEntries): Generator<InputFile> {
  const found = readStats(path, statSync);
  if (found.isDirectory()) yield* listFolder(path, skipped);
  else if (found.isFile()) yield toInputFile(path, found, constants.O_RDONLY);
  else yield { ...toInputFile(path, found, constants.O_RDONLY), isReadOnce: true, open: () => createReadStream(path) };
}

function* listFolder(folder: Buffer, skipped: SkippedEntries): Generator<InputFile> {
  for (const name of listNames(folder)) {
    const path = joinName(folder, name);
    const found = readStats(path, lstatSync);
    if (found.isDirectory()) yield* listFolder(path, skipped);
    else if (found.isFile()) yield toInputFile(path, found, FOUND_FLAGS);
    else skipped.add(found);
  }
}

/** What was a file when it was found may be a link or a pipe when it is opened. */
const FOUND_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function toInputFile(path: Buffer, { size: sizeBytes, mtimeMs: changedMs }: Stats, flags: number): InputFile {
  return { name: toShownPath(path), sizeBytes, changedMs, open: () => readBody(path, sizeBytes, flags) };
}

/** @param name with a character for each byte */
function joinName(folder: Buffer, name: string): Buffer {
  return Buffer.from(join(folder.toString("latin1"), name), "latin1");
}

/** Every Maildir has all three; `tmp` holds messages that are not delivered completely. */
const MAILDIR_FOLDERS = ["cur", "new", "tmp"];

/** Each byte of a name is a character of the answer. */
function listNames(folder: Buffer): string[] {
  const names = readdirSync(folder, { encoding: "latin1" }).sort();
  if (!isMaildir(names)) return names.filter(isVisible);
  // Its own folders begin with a dot (Maildir++). Whatever else is there belongs to the mail server.
  const folders = names.filter((name) => !isVisible(name) && isMaildir(readFolder(joinName(folder, name))));
  return ["cur", "new", ...folders];
}

function isMaildir(names: readonly string[]): boolean {
  return MAILDIR_FOLDERS.every((name) => names.includes(name));
}

/** The names in a folder; empty for a file. */
function readFolder(path: Buffer): string[] {
  return readStats(path, lstatSync).isDirectory() ? readdirSync(path, { encoding: "latin1" }) : [];
}

function isVisible(name: string): boolean {
  return !name.startsWith(".");
}

function readStats(path: Buffer, read: (path: Buffer) => Stats): Stats {
  try {
    return read(path);
  } catch (error) {
    throw new UsageError(`${toShownPath(path)} cannot be read: ${describeFault(error)}`);
  }
}

/** Up to this size a file is read in one call: for most reports a stream costs more than the reading itself. */
const AT_ONCE_BYTES_MAX = 256 * 1024;

/** From this size on a file may contain a report for which memory matters more than speed. */
const LARGE_BYTES_MIN = 4 * 1024 * 1024;

/** Small files bypass the thread pool: four trips through it per file took a tenth of an import's time. */
async function* readBody(path: Buffer, sizeBytes: number, flags: number): AsyncGenerator<Uint8Array> {
  if (sizeBytes >= LARGE_BYTES_MIN) spareMemory();
  const fd = openFile(path, flags);
  if (sizeBytes > AT_ONCE_BYTES_MAX) return yield* createReadStream("", { fd });
  try {
    yield readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

function openFile(path: Buffer, flags: number): number {
  const fd = openSync(path, flags);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new Error(`${toShownPath(path)} is no longer a file`);
}

function readStandardInput(): AsyncIterable<Uint8Array> {
  spareMemory();
  return process.stdin;
}

function spareMemory(): void {
  keepHeapSmall();
  keepYoungGeneration();
}

function describeFault(error: unknown): string {
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  return isMissing ? "no such file or folder" : describeError(error);
}

/** The whole input as text. */
export async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The lines of the input, trimmed, without empty lines. */
export async function readLines(input: AsyncIterable<Uint8Array>): Promise<string[]> {
  const lines = (await readAll(input)).split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}
