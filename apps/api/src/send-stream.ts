import { Readable } from "node:stream";
import { withAsker } from "@ruaflow/runtime/asker";

/** The parts of a request and its reply that are used; those of every route fit. */
interface StreamRequest {
  readonly method: string;
}
interface StreamReply<Reply> {
  send(body: Readable): Reply;
}

export interface StreamedBody {
  readonly pieces: AsyncGenerator<string | Uint8Array>;
  /** Sets the headers, once the first piece has been read. */
  readonly begin: () => void;
}

const END: IteratorResult<string | Uint8Array> = { done: true, value: undefined };

/**
 * Sends a body piece by piece, as fast as the client reads it. Reading stops when the client disconnects, which the server sees to
 * when the client reads nothing. An error before the first piece is thrown and becomes a problem document; a later one breaks the
 * transfer, so that a part is not mistaken for the whole.
 */
export async function sendStream<Reply>(
  { method }: StreamRequest,
  reply: StreamReply<Reply>,
  { pieces, begin }: StreamedBody,
): Promise<Reply> {
  const asked = withAsker(pieces);
  const first = method === "HEAD" ? END : await asked.next();
  begin();
  const stream = Readable.from(concat(first, asked), { objectMode: false });
  // Also for a body that is never read, such as that of a 304: what `pieces` holds is released.
  stream.once("close", () => void pieces.return(undefined));
  return reply.send(stream);
}

async function* concat<Piece>(first: IteratorResult<Piece>, rest: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
