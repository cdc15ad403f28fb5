import { sendStream } from "../../send-stream.ts";

/** The parts of a reply that are used besides its stream. */
interface ListReply {
  header(name: string, value: string): unknown;
}

interface WholeList<Item> {
  readonly items: AsyncIterable<Item>;
  readonly toRow: (item: Item) => object;
  readonly meta: object;
}

/** A list of more rows is sent while it is read, so it cannot be read again where rows are removed meanwhile. */
export const AT_ONCE_MAX = 1000;

/** Rows per piece of text. */
const ROWS_PER_PIECE = 100;

/** Sends a list of any length as JSON, `{ data, meta }`, as fast as the client reads it. */
export function sendList<Reply, Item>(
  request: Parameters<typeof sendStream>[0],
  reply: Parameters<typeof sendStream<Reply>>[1] & ListReply,
  list: WholeList<Item>,
): Promise<Reply> {
  return sendStream(request, reply, {
    pieces: writeList(list),
    begin: () => void reply.header("content-type", "application/json; charset=utf-8"),
  });
}

async function* writeList<Item>({ items, toRow, meta }: WholeList<Item>): AsyncGenerator<string> {
  let piece = '{"data":[';
  let rows = 0;
  for await (const item of items) {
    piece += `${rows === 0 ? "" : ","}${JSON.stringify(toRow(item))}`;
    rows += 1;
    if (rows % ROWS_PER_PIECE !== 0) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}],"meta":${JSON.stringify(meta)}}`;
}
