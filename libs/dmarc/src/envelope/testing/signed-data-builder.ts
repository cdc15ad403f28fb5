const SIGNED_DATA = Buffer.from("06092a864886f70d010702", "hex");
const DATA = Buffer.from("06092a864886f70d010701", "hex");
const DIGESTS = Buffer.from("310d300b0609608648016503040201", "hex");
const VERSION = Buffer.from("020101", "hex");
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
  const isStreamed = pieceBytes !== undefined;
  const element = (tag: number, ...contents: Buffer[]) => berElement(tag, Buffer.concat(contents), isStreamed);
  const octets = content && (isStreamed ? element(0x24, ...cut(content, pieceBytes)) : berElement(0x04, content));
  const encapsulated = element(0x30, DATA, ...(octets ? [element(0xa0, octets)] : []));
  const signers = berElement(0x31, Buffer.alloc(0));
  return element(0x30, SIGNED_DATA, element(0xa0, element(0x30, VERSION, DIGESTS, encapsulated, signers)));
}

function cut(content: Buffer, pieceBytes: number): Buffer[] {
  const count = Math.ceil(content.length / pieceBytes);
  return Array.from({ length: count }, (_, i) =>
    berElement(0x04, content.subarray(i * pieceBytes, (i + 1) * pieceBytes)),
  );
}
