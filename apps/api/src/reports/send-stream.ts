import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** What is needed of a request and of its reply; those of every route fit. */
interface StreamRequest {
  readonly method: string;
}
interface StreamReply<Reply> {
  readonly raw: ServerResponse;
  send(body: Readable): Reply;
}

export interface StreamedText {
  readonly pieces: AsyncGenerator<string>;
  /** Sets the headers, once it is known that there is something to send. */
  readonly begin: () => void;
  readonly stallMs?: number;
}

const END: IteratorResult<string> = { done: true, value: undefined };

/** A client that takes nothing for so long is given up: its answer and its socket would wait for ever. */
const STALL_MS = 60_000;

/**
 * Sends text piece by piece, as fast as the client takes it. Whoever leaves stops the reading. An error before the first piece
 * is thrown, to become a problem document; a later one breaks the transfer, so that no part is taken for the whole.
 */
export async function sendStream<Reply>(
  { method }: StreamRequest,
  reply: StreamReply<Reply>,
  { pieces, begin, stallMs = STALL_MS }: StreamedText,
): Promise<Reply> {
  const first = method === "HEAD" ? END : await pieces.next();
  begin();
  reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
  return reply.send(Readable.from(goOn(first, pieces), { objectMode: false }));
}

async function* goOn(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
