export const TAR_BLOCK_BYTES = 512;
const CHECKSUM_START = 148;
const CHECKSUM_END = 156;
const SIZE_START = 124;
const SIZE_END = 136;
const PREFIX_START = 345;

/** "pax": of the next file. "pax-global": of all files from here on. "gnu-name": the next file's name. */
export type TarExtension = "pax" | "pax-global" | "gnu-name";

export interface TarHeader {
  readonly name: string;
  readonly sizeBytes: number;
  /** A file with content, as opposed to a directory or link. */
  readonly isFile: boolean;
  /** Set when the content describes the files behind it. */
  readonly extension: TarExtension | undefined;
}

const extensions: Readonly<Record<string, TarExtension>> = { x: "pax", g: "pax-global", L: "gnu-name" };

/** Whether a block is a tar header, by its checksum: tar before POSIX had no magic word. */
export function isTarHeader(block: Buffer): boolean {
  if (block.length < TAR_BLOCK_BYTES || block[0] === 0) return false;
  const expected = parseOctal(block.subarray(CHECKSUM_START, CHECKSUM_END));
  if (expected === undefined) return false;
  let sum = 0;
  for (let at = 0; at < TAR_BLOCK_BYTES; at += 1) {
    sum += at >= CHECKSUM_START && at < CHECKSUM_END ? 0x20 : (block[at] ?? 0);
  }
  return sum === expected;
}

/** Reads a header of POSIX.1-1988 (ustar), of GNU tar or older than both. */
export function parseTarHeader(block: Buffer): TarHeader {
  const isUstar = block.toString("latin1", 257, 262) === "ustar";
  const prefix = isUstar ? toName(block.subarray(PREFIX_START, 500)) : "";
  const name = toName(block.subarray(0, 100));
  const type = String.fromCharCode(block[156] ?? 0);
  return {
    name: prefix ? `${prefix}/${name}` : name,
    sizeBytes: parseSize(block.subarray(SIZE_START, SIZE_END)),
    isFile: ["0", "\0", "7"].includes(type),
    extension: extensions[type],
  };
}

function toName(field: Buffer): string {
  return field.toString("utf8").split("\0", 1)[0] ?? "";
}

/** Octal digits or, for sizes from 8 GiB, GNU's big-endian binary with the top bit set. */
function parseSize(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) === 0) return parseOctal(field) ?? 0;
  return Number(field.readBigUInt64BE(4));
}

function parseOctal(field: Buffer): number | undefined {
  const digits = /^[ \0]*([0-7]+)[ \0]*$/.exec(field.toString("latin1"))?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}
