import { decodeHeaderText } from "@ruaflow/dmarc/envelope";

const HEADER_BYTES_MAX = 32 * 1024;
const NAME_CHARS_MAX = 200;
const END_OF_HEADER = Buffer.from("\r\n\r\n");

export interface NamedBody {
  /** The mail's subject, decoded, or `mail`. */
  readonly name: string;
  /** The whole body. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Reads a mail's header for its subject, then gives the mail back from its beginning. */
export async function readSubject(mail: AsyncIterable<Uint8Array>): Promise<NamedBody> {
  const iterator = mail[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < HEADER_BYTES_MAX && !head.includes(END_OF_HEADER)) {
    const { done, value } = await iterator.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return { name: findSubject(head), body: joinBody(head, iterator) };
}

async function* joinBody(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function findSubject(head: Buffer): string {
  const end = head.indexOf(END_OF_HEADER);
  const header = head.subarray(0, end === -1 ? head.length : end).toString();
  const value = /^subject[ \t]*:(.*(?:\r\n[ \t].*)*)/im.exec(header)?.[1] ?? "";
  return decodeHeaderText(value).slice(0, NAME_CHARS_MAX) || "mail";
}
