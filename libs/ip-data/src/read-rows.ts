import { createReadStream } from "node:fs";
import { setImmediate } from "node:timers/promises";

/**
 * One line of the ASN data, `first,last,number,organization`, as positions in its bytes. One object is reused for all
 * lines: strings for half a million lines would create 80 MB of garbage.
 */
export interface AsnRow {
  bytes: Buffer;
  begin: number;
  firstEnd: number;
  lastEnd: number;
  asnEnd: number;
  end: number;
}

// A few milliseconds of work between two turns of the event loop.
const CHUNK_BYTES = 256 * 2 ** 10;
const LINE_FEED = 10;
const COMMA = 44;
const DIGIT_ZERO = 48;

/** Reads the rows of a file in order, chunk by chunk, and yields to the event loop between chunks. */
export async function readRows(path: string, onRow: (row: AsnRow) => void): Promise<void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    rest = readLines(Buffer.concat([rest, chunk]), onRow);
    await setImmediate();
  }
  readLines(Buffer.concat([rest, Buffer.from([LINE_FEED])]), onRow);
}

/** Reads all complete lines and returns the incomplete rest. */
function readLines(bytes: Buffer, onRow: (row: AsnRow) => void): Buffer<ArrayBuffer> {
  const row: AsnRow = { bytes, begin: 0, firstEnd: 0, lastEnd: 0, asnEnd: 0, end: 0 };
  for (;;) {
    row.end = bytes.indexOf(LINE_FEED, row.begin);
    if (row.end < 0) return Buffer.from(bytes.subarray(row.begin));
    if (row.end > row.begin) onRow(split(row));
    row.begin = row.end + 1;
  }
}

function split(row: AsnRow): AsnRow {
  row.firstEnd = row.bytes.indexOf(COMMA, row.begin);
  row.lastEnd = row.bytes.indexOf(COMMA, row.firstEnd + 1);
  row.asnEnd = row.bytes.indexOf(COMMA, row.lastEnd + 1);
  const isComplete =
    row.begin < row.firstEnd && row.firstEnd < row.lastEnd && row.lastEnd < row.asnEnd && row.asnEnd < row.end;
  if (!isComplete) throw new Error(`not a row of ASN data: ${row.bytes.toString("utf8", row.begin, row.begin + 100)}`);
  return row;
}

/** Parses an unsigned integer, exact up to 2^53. */
export function readNumber(bytes: Buffer, begin: number, end: number): number {
  let number = 0;
  for (let index = begin; index < end; index += 1) number = number * 10 + (bytes[index] ?? 0) - DIGIT_ZERO;
  return number;
}

/** Parses a 128-bit integer and returns its first 64 bits. */
export function readFirstHalf(bytes: Buffer, begin: number, end: number): bigint {
  return BigInt(bytes.toString("latin1", begin, end)) >> 64n;
}

/** Reads the last field of a row, which may be quoted as in CSV. */
export function readOrganization({ bytes, asnEnd, end }: AsnRow): string {
  const text = bytes.toString("utf8", asnEnd + 1, end).trimEnd();
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}
