import { readOrdinal } from "./encode-record.ts";

// Encoded records as messages carry them: UTF-8, a line each, no break after the last, empty without records. They stay bytes as long
// as possible: the strings of a large report would fill the heap.

const LINE_BREAK = 10;
/** More than the digits of any ordinal. */
const ORDINAL_BYTES_MAX = 20;

export function joinLines(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.join("\n"));
}

export function splitLines(lines: Uint8Array): string[] {
  return lines.length === 0 ? [] : toBuffer(lines).toString("utf8").split("\n");
}

export function countLines(lines: Uint8Array): number {
  if (lines.length === 0) return 0;
  let count = 1;
  for (let at = lines.indexOf(LINE_BREAK); at >= 0; at = lines.indexOf(LINE_BREAK, at + 1)) count += 1;
  return count;
}

/** The ordinal of the first record; `null` without records. */
export function readFirstOrdinal(lines: Uint8Array): number | null {
  return lines.length === 0 ? null : readOrdinal(toBuffer(lines).toString("latin1", 0, ORDINAL_BYTES_MAX));
}

/** The same bytes, not a copy. */
export function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
