import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ProblemError } from "@ruaflow/http";
import type { ByteBudget, Share } from "../byte-budget.ts";
import type { UploadedFile } from "./uploaded-file.ts";

/** How long the rest of a refused upload is passed over. */
const DISCARD_MS_MAX = 10_000;

/** What the smallest upload counts for: its connection and its way through the stores take memory, too. */
const UPLOAD_BYTES_MIN = 64 * 1024;

/**
 * Carries `work` out with room for the upload that `request` brings.
 * @throws {ProblemError} before any of its body is read, when too much is in hand
 */
export async function withRoom<Result>(
  inHand: ByteBudget,
  request: IncomingMessage,
  work: (share: Share) => Promise<Result>,
): Promise<Result> {
  const announcedBytes = Number.parseInt(request.headers["content-length"] ?? "", 10) || 0;
  const share = inHand.tryEnter(Math.max(UPLOAD_BYTES_MIN, announcedBytes));
  try {
    if (!share) throw overloaded();
    return await work(share);
  } catch (error) {
    share?.leave();
    if (error instanceof ProblemError && error.code === "overloaded") await discard(request);
    throw error;
  } finally {
    share?.leave();
  }
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

/**
 * Passes over the rest of an upload that is refused, without keeping any of it: a client that is still sending when its
 * connection is closed may lose the answer.
 */
async function discard(body: IncomingMessage): Promise<void> {
  if (body.complete) return;
  const stop = new AbortController();
  body.unpipe();
  body.resume();
  const ended = Promise.race(["end", "close"].map((event) => once(body, event, { signal: stop.signal })));
  await Promise.race([ended, sleep(DISCARD_MS_MAX, undefined, { signal: stop.signal })]).catch(() => undefined);
  stop.abort();
  await ended.catch(() => undefined);
}

function overloaded(): ProblemError {
  return new ProblemError("overloaded", "Too many uploads are in hand. Send this one again later.");
}
