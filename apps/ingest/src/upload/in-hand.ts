import { ProblemError } from "@ruaflow/http";
import type { ByteBudget, Share } from "../byte-budget.ts";
import type { UploadedFile } from "./uploaded-file.ts";

/** What the smallest upload counts for: its connection and its way through the stores take memory, too. */
const UPLOAD_BYTES_MIN = 64 * 1024;

/**
 * Room for an upload, before any of its body is read.
 * @throws {ProblemError} when too much is in hand: the client is told to wait, and what it sends is not kept
 */
export function enterUpload(inHand: ByteBudget, contentLength: string | undefined): Share {
  const announcedBytes = Number.parseInt(contentLength ?? "", 10) || 0;
  const share = inHand.tryEnter(Math.max(UPLOAD_BYTES_MIN, announcedBytes));
  if (!share) throw overloaded();
  return share;
}

/** The files of an upload, its share growing with what comes beyond the bytes that were announced. */
export async function* countInHand(files: AsyncIterable<UploadedFile>, share: Share): AsyncGenerator<UploadedFile> {
  let bytes = 0;
  for await (const { name, body } of files) yield { name, body: count(body) };

  async function* count(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (!share.growTo(bytes)) throw overloaded();
      yield chunk;
    }
  }
}

function overloaded(): ProblemError {
  return new ProblemError("overloaded", "Too many uploads are in hand. Send this one again later.");
}
