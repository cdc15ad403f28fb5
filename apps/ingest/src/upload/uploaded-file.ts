import type { Readable } from "node:stream";
import { invalidAt, ProblemError } from "@ruaflow/http";

/** One file of an upload; it must be read or skipped before the next one. */
export interface UploadedFile {
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface UploadLimits {
  readonly filesMax: number;
  readonly fileBytesMax: number;
  /** Limit of all files together. */
  readonly bytesMax: number;
}

/** The whole body as one file. */
export async function* readRawFile(name: string, body: unknown): AsyncGenerator<UploadedFile> {
  if (!isReadable(body)) throw invalidAt("/body", "is missing: send the report file as the body");
  yield { name, body: readPart(body) };
}

/**
 * The bytes of a stream, which stays open if its reader stops early: closing one file of a form would lose the files
 * after it.
 * @throws {ProblemError} if the client ends it too soon
 */
export async function* readPart(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk;
  } catch {
    throw new ProblemError("invalid_request", "The body ended before its file was complete.");
  }
}

function isReadable(body: unknown): body is Readable {
  return body !== null && typeof body === "object" && "iterator" in body;
}
