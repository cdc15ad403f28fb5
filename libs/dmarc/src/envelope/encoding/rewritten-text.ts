import type { ByteReader } from "../submission/byte-reader.ts";
import { decodeBase64 } from "./base64.ts";

/** Text in a form from which another must be made before it can be read. */
export type RewrittenFormat = "base64" | "utf-16le" | "utf-16be" | "lone-returns" | "emlx" | "marked";

export function isRewritten(format: string): format is RewrittenFormat {
  return Object.hasOwn(rewrites, format);
}

/** Whether text is in UTF-16. Only a mail, a mailbox or another container is looked for in it: XML in UTF-16 is read as it is. */
export function isUtf16(format: RewrittenFormat): boolean {
  return format === "utf-16le" || format === "utf-16be";
}

type Rewrite = (content: ByteReader) => AsyncIterable<Uint8Array>;

/** From each form the bytes that it stands for, in flat memory. A mail in them is judged by these bytes. */
export const rewrites: Readonly<Record<RewrittenFormat, Rewrite>> = {
  base64: decodeBase64,
  "utf-16le": (content) => decodeUtf16(content, "utf-16le"),
  "utf-16be": (content) => decodeUtf16(content, "utf-16be"),
  "lone-returns": toLineFeeds,
  emlx: readEmlx,
  marked: (content) => content.stream(),
};

async function* decodeUtf16(content: ByteReader, encoding: "utf-16le" | "utf-16be"): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of content.stream()) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** Line ends of old Macintoshes: a carriage return alone is one. */
async function* toLineFeeds(content: ByteReader): AsyncGenerator<Uint8Array> {
  for await (const chunk of content.stream()) {
    const next = (await content.peek(1))[0];
    const isAlone = (at: number): boolean => (at + 1 < chunk.length ? chunk[at + 1] : next) !== LINE_FEED;
    yield chunk.map((byte, at) => (byte === CARRIAGE_RETURN && isAlone(at) ? LINE_FEED : byte));
  }
}

/** The longest count of bytes with its line end. */
const COUNT_LINE_BYTES_MAX = 32;

/** A mail as Apple Mail keeps it: its length in bytes, the mail, and what the program knows of it. */
async function* readEmlx(content: ByteReader): AsyncGenerator<Uint8Array> {
  const head = await content.peek(COUNT_LINE_BYTES_MAX);
  const line = await content.take(head.indexOf(LINE_FEED) + 1);
  yield* content.stream(Number.parseInt(line.toString("latin1"), 10));
}
