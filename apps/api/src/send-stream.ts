import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** The parts of a request and its reply that are used; those of every route fit. */
interface StreamRequest {
  readonly method: string;
}
interface StreamReply<Reply> {
  readonly raw: ServerResponse;
  send(body: Readable): Reply;
}

export interface StreamedBody {
  readonly pieces: AsyncGenerator<string | Uint8Array>;
  /** Sets the headers, once the first piece has been read. */
  readonly begin: () => void;
  readonly stallMs?: number;
}

const END: IteratorResult<string | Uint8Array> = { done: true, value: undefined };

/** A client that reads nothing for this long is disconnected: its response and its socket would wait indefinitely. */
const STALL_MS = 60_000;

/**
 * Sends a body piece by piece, as fast as the client reads it. Reading stops when the client disconnects. An error before
 * the first piece is thrown and becomes a problem document; a later one breaks the transfer, so that a part is not
 * mistaken for the whole.
 */
export async function sendStream<Reply>(
  { method }: StreamRequest,
  reply: StreamReply<Reply>,
  { pieces, begin, stallMs = STALL_MS }: StreamedBody,
): Promise<Reply> {
  const first = method === "HEAD" ? END : await pieces.next();
  begin();
  reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
  const stream = Readable.from(concat(first, pieces), { objectMode: false });
  // Also for a body that is never read, such as that of a 304: what `pieces` holds is released.
  stream.once("close", () => void pieces.return(undefined));
  return reply.send(stream);
}

async function* concat<Piece>(first: IteratorResult<Piece>, rest: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
