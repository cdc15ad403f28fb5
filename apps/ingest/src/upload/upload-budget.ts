import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ProblemError } from "@ruaflow/http";
import type { ByteBudget, Share } from "../byte-budget.ts";
import type { UploadedFile } from "./uploaded-file.ts";

/** How long the rest of a refused upload is read and discarded. */
const DISCARD_MS_MAX = 10_000;

/** Smallest share of an upload: its connection and its processing take memory too. */
const UPLOAD_BYTES_MIN = 64 * 1024;

/**
 * Runs `work` with a share of the budget for the upload in `request`.
 * @throws {ProblemError} before the body is read, if the budget is used up
 */
export async function withRoom<Result>(
  budget: ByteBudget,
  request: IncomingMessage,
  work: (share: Share) => Promise<Result>,
): Promise<Result> {
  const announcedBytes = Number.parseInt(request.headers["content-length"] ?? "", 10) || 0;
  const share = budget.tryEnter(Math.max(UPLOAD_BYTES_MIN, announcedBytes));
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

/** The files of an upload, whose share grows with bytes beyond the announced length. */
export async function* countBytes(files: AsyncIterable<UploadedFile>, share: Share): AsyncGenerator<UploadedFile> {
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
 * Reads and discards the rest of a refused upload: a client that is still sending when its connection is closed may
 * lose the answer.
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
  return new ProblemError("overloaded", "Too many uploads are in progress. Send this one again later.");
}
