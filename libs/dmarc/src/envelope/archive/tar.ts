import { ByteReader } from "../submission/byte-reader.ts";
import type { Part } from "../submission/part.ts";
import { EnvelopeError } from "../submission/refusal.ts";
import { applyTarValues, readTarValues, TAR_EXTENSION_BYTES_MAX, type TarValues } from "./tar-extension.ts";
import { isTarHeader, parseTarHeader, TAR_BLOCK_BYTES, type TarHeader } from "./tar-header.ts";

/** Files up to this size are taken out whole, which is several times faster than streaming them. */
const SMALL_BYTES_MAX = 256 * 1024;

/** The files of a tar archive, each in turn, in flat memory. Ends at a block of zeros or with the bytes. */
export async function* readTar(content: ByteReader): AsyncGenerator<Part> {
  let ofAll: TarValues = new Map();
  let ofNext: TarValues = new Map();
  for (let header = await readHeader(content); header; header = await readHeader(content)) {
    const { extension } = header;
    if (extension) {
      const values = readTarValues(extension, await takeExtension(content, header.sizeBytes));
      if (extension === "pax-global") ofAll = new Map([...ofAll, ...values]);
      else ofNext = new Map([...ofNext, ...values]);
    } else {
      yield* readEntry(content, applyTarValues(header, new Map([...ofAll, ...ofNext])));
      ofNext = new Map();
    }
  }
}

async function readHeader(content: ByteReader): Promise<TarHeader | undefined> {
  const block = await content.take(TAR_BLOCK_BYTES);
  if (block.every((byte) => byte === 0)) return undefined;
  if (!isTarHeader(block)) throw new EnvelopeError(block.length < TAR_BLOCK_BYTES ? "truncated" : "corrupt");
  return parseTarHeader(block);
}

async function takeExtension(content: ByteReader, sizeBytes: number): Promise<Buffer> {
  const bytes = await content.take(Math.min(sizeBytes, TAR_EXTENSION_BYTES_MAX));
  await skipAll(content, sizeBytes - bytes.length);
  await content.skip(measurePadding(sizeBytes));
  return bytes;
}

async function* readEntry(content: ByteReader, { name, sizeBytes, isFile }: TarHeader): AsyncGenerator<Part> {
  if (isFile && sizeBytes > 0 && !isAppleDouble(name)) yield* readFile(content, name, sizeBytes);
  else await skipAll(content, sizeBytes);
  await content.skip(measurePadding(sizeBytes));
}

/** Content is filled up to whole blocks. */
function measurePadding(sizeBytes: number): number {
  return -sizeBytes & (TAR_BLOCK_BYTES - 1);
}

async function* readFile(content: ByteReader, name: string, sizeBytes: number): AsyncGenerator<Part> {
  if (sizeBytes <= SMALL_BYTES_MAX) {
    const file = await content.take(sizeBytes);
    yield { name, content: file.length < sizeBytes ? truncated(file) : ByteReader.of(file) };
    return;
  }
  let unreadBytes = sizeBytes;
  let isCutReported = false;
  async function* stream(): AsyncGenerator<Buffer> {
    for await (const chunk of content.stream(sizeBytes)) {
      unreadBytes -= chunk.length;
      yield chunk;
    }
    isCutReported = unreadBytes > 0;
    if (isCutReported) throw new EnvelopeError("truncated");
  }
  yield { name, content: new ByteReader(stream()) };
  if (!isCutReported) await skipAll(content, unreadBytes);
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
