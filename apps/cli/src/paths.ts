import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "@ruaflow/runtime";

/** A file that a command was given, or found in a folder that it was given. */
export interface InputFile {
  /** As people know it: the path, or `-` for standard input. */
  readonly name: string;
  readonly sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * The files that paths stand for: files, folders with everything below them (hidden files left out), `-` for standard
 * input. Folders are read in the order of their names.
 * @throws {UsageError} for a path that is not there
 */
export async function* listInputFiles(paths: readonly string[]): AsyncGenerator<InputFile> {
  for (const path of paths) {
    if (path === "-") yield { name: "-", sizeBytes: 0, open: () => process.stdin };
    else yield* listPath(path);
  }
}

async function* listPath(path: string): AsyncGenerator<InputFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `${path} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}`,
    );
  });
  if (!found.isDirectory()) {
    yield { name: path, sizeBytes: found.size, open: () => readBody(path, found.size) };
    return;
  }
  const names = (await readdir(path)).filter((name) => !name.startsWith("."));
  for (const name of names.sort()) yield* listPath(join(path, name));
}

/** Up to this size a file is read at once: a stream costs more than all the reading of what most reports hold. */
const AT_ONCE_BYTES_MAX = 256 * 1024;

async function* readBody(path: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  if (sizeBytes > AT_ONCE_BYTES_MAX) yield* createReadStream(path);
  else yield await readFile(path);
}

/** A text as it comes, to its end. */
export async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The lines of a text, trimmed, without empty ones. */
export async function readLines(input: AsyncIterable<Uint8Array>): Promise<string[]> {
  const lines = (await readAll(input)).split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}
