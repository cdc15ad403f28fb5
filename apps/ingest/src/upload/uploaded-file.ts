import type { Readable } from "node:stream";
import { invalidAt, ProblemError } from "@ruaflow/http";

/** One file of an upload; it has to be read, or left, before the next one is asked for. */
export interface UploadedFile {
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Bounds of one upload. */
export interface UploadLimits {
  readonly filesMax: number;
  readonly fileBytesMax: number;
  /** Of all files together. */
  readonly bytesMax: number;
}

/** The whole body as one file. */
export async function* readRawFile(name: string, body: unknown): AsyncGenerator<UploadedFile> {
  if (!isReadable(body)) throw invalidAt("/body", "is missing: send the report file as the body");
  yield { name, body: readPart(body) };
}

/**
 * The bytes of a stream, which lives on when its reader stops early: with a file of a form, the files after it would go too.
 * @throws {ProblemError} when the client ends it too soon
 */
export async function* readPart(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk;
  } catch {
    throw new ProblemError("invalid_request", "The body ended before the file in it did.");
  }
}

function isReadable(body: unknown): body is Readable {
  return body !== null && typeof body === "object" && "iterator" in body;
}
