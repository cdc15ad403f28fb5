/** The first bytes of a zstd frame (RFC 8878 section 3.1.1). Facts begin with `{`, lines with `[` or a digit. */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

export function isZstdFrame(bytes: Buffer): boolean {
  return bytes.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC);
}

/** How long the field with the size is, by the two highest bits of the byte that follows the magic number. */
const SIZE_BYTES = [1, 2, 4, 8] as const;
const SINGLE_SEGMENT = 0x20;

/** The unpacked size that the header of a frame states (RFC 8878 section 3.1.1.1); `null` when it states none. */
export function readFrameContentSize(frame: Buffer): number | null {
  const descriptor = frame[ZSTD_MAGIC.length] ?? 0;
  const sizeBytes = SIZE_BYTES[(descriptor >> 6) as 0 | 1 | 2 | 3];
  const isSingle = (descriptor & SINGLE_SEGMENT) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 0x03] ?? 0;
  const start = ZSTD_MAGIC.length + 1 + (isSingle ? 0 : 1) + dictionaryBytes;
  if ((sizeBytes === 1 && !isSingle) || frame.length < start + sizeBytes) return null;
  if (sizeBytes === 8) return Number(frame.readBigUInt64LE(start));
  return frame.readUIntLE(start, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
}
