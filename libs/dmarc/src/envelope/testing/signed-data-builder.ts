import { deflateSync } from "node:zlib";

const COMPRESSED_DATA = Buffer.from("060b2a864886f70d0109100109", "hex");
const SIGNED_DATA = Buffer.from("06092a864886f70d010702", "hex");
const DATA = Buffer.from("06092a864886f70d010701", "hex");
const DIGESTS = Buffer.from("310d300b0609608648016503040201", "hex");
const VERSION = Buffer.from("020101", "hex");
const VERSION_0 = Buffer.from("020100", "hex");
const ZLIB = Buffer.from("300d060b2a864886f70d0109100308", "hex");
const END_OF_CONTENTS = Buffer.alloc(2);

/** An element of BER with its length in four octets, or with a mark of its end. */
export function berElement(tag: number, content: Buffer, isStreamed = false): Buffer {
  if (isStreamed) return Buffer.concat([Buffer.of(tag, 0x80), content, END_OF_CONTENTS]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.of(tag, 0x84), length, content]);
}

/** Signed-data of S/MIME (RFC 5652, section 5) without certificates and signatures, which reading it does not need. */
export function buildSignedData(content: Buffer | null, pieceBytes?: number): Buffer {
  const signers = berElement(0x31, Buffer.alloc(0));
  return buildMessage(SIGNED_DATA, { before: [VERSION, DIGESTS], content, after: [signers] }, pieceBytes);
}

/** Compressed-data of S/MIME (RFC 3274). */
export function buildCompressedData(content: Buffer, pieceBytes?: number): Buffer {
  return buildCompressed(deflateSync(content), pieceBytes);
}

/** Compressed-data whose content is `packed`, whatever that is. */
export function buildCompressed(packed: Buffer, pieceBytes?: number): Buffer {
  return buildMessage(COMPRESSED_DATA, { before: [VERSION_0, ZLIB], content: packed, after: [] }, pieceBytes);
}

interface Fields {
  readonly before: readonly Buffer[];
  readonly content: Buffer | null;
  readonly after: readonly Buffer[];
}

function buildMessage(type: Buffer, { before, content, after }: Fields, pieceBytes?: number): Buffer {
  const isStreamed = pieceBytes !== undefined;
  const element = (tag: number, ...contents: Buffer[]) => berElement(tag, Buffer.concat(contents), isStreamed);
  const octets = content && (isStreamed ? element(0x24, ...cut(content, pieceBytes)) : berElement(0x04, content));
  const encapsulated = element(0x30, DATA, ...(octets ? [element(0xa0, octets)] : []));
  return element(0x30, type, element(0xa0, element(0x30, ...before, encapsulated, ...after)));
}

function cut(content: Buffer, pieceBytes: number): Buffer[] {
  const count = Math.ceil(content.length / pieceBytes);
  return Array.from({ length: count }, (_, i) =>
    berElement(0x04, content.subarray(i * pieceBytes, (i + 1) * pieceBytes)),
  );
}
