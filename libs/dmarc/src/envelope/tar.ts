import { ByteReader } from "./byte-reader.ts";
import type { Part } from "./part.ts";
import { EnvelopeError } from "./refusal.ts";
import { isTarHeader, parseTarHeader, TAR_BLOCK_BYTES } from "./tar-header.ts";

/** Files up to this size are taken out whole, which is several times faster than streaming them. */
const SMALL_BYTES_MAX = 256 * 1024;

/** The files of a tar archive, each in turn, in flat memory. Ends at a block of zeros or with the bytes. */
export async function* readTar(content: ByteReader): AsyncGenerator<Part> {
  for (;;) {
    const block = await content.take(TAR_BLOCK_BYTES);
    if (block.every((byte) => byte === 0)) return;
    if (!isTarHeader(block)) throw new EnvelopeError(block.length < TAR_BLOCK_BYTES ? "truncated" : "corrupt");
    const { name, sizeBytes, isFile } = parseTarHeader(block);
    const paddingBytes = -sizeBytes & (TAR_BLOCK_BYTES - 1);
    if (isFile && sizeBytes > 0 && !isAppleDouble(name)) yield* readFile(content, name, sizeBytes);
    else await skipAll(content, sizeBytes);
    await content.skip(paddingBytes);
  }
}

async function* readFile(content: ByteReader, name: string, sizeBytes: number): AsyncGenerator<Part> {
  if (sizeBytes <= SMALL_BYTES_MAX) {
    const file = await content.take(sizeBytes);
    yield { name, content: file.length < sizeBytes ? truncated(file) : ByteReader.of(file) };
    return;
  }
  let unreadBytes = sizeBytes;
  let isCutTold = false;
  async function* stream(): AsyncGenerator<Buffer> {
    for await (const chunk of content.stream(sizeBytes)) {
      unreadBytes -= chunk.length;
      yield chunk;
    }
    isCutTold = unreadBytes > 0;
    if (isCutTold) throw new EnvelopeError("truncated");
  }
  yield { name, content: new ByteReader(stream()) };
  if (!isCutTold) await skipAll(content, unreadBytes);
}

function truncated(file: Buffer): ByteReader {
  async function* stream(): AsyncGenerator<Buffer> {
    yield file;
    throw new EnvelopeError("truncated");
  }
  return new ByteReader(stream());
}

async function skipAll(content: ByteReader, bytes: number): Promise<void> {
  if ((await content.skip(bytes)) < bytes) throw new EnvelopeError("truncated");
}

/** macOS writes `._name` beside `name`, with the file's attributes. */
export function isAppleDouble(name: string): boolean {
  return /(?:^|\/)\._[^/]*$|^__MACOSX\//.test(name);
}
