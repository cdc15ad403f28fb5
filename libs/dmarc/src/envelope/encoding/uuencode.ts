import type { Budget } from "../submission/budget.ts";
import { ByteReader } from "../submission/byte-reader.ts";
import { holdAll } from "../submission/hold.ts";
import type { Part } from "../submission/part.ts";

/** POSIX, uuencode: a mode, a name, and a line with its count of bytes. */
const beginLine = /^begin [0-7]{3,4} ([^\r\n]{1,255})\r*\n(?=[!-M`])/m;
const BYTES_OF_LINE_MAX = 45;
const ZERO = 0x20;

/** Where uuencoded data begins in some text; `undefined` without any. */
export function findUuencode(text: string): number | undefined {
  return beginLine.exec(text)?.index;
}

/** The files that are uuencoded in some text, as they were attached before MIME. */
export async function* readUuencode(content: ByteReader, budget: Budget): AsyncGenerator<Part> {
  const held = await holdAll(content, budget);
  try {
    const text = held.bytes.toString("latin1");
    const begin = new RegExp(beginLine, "gm");
    for (let found = begin.exec(text); found; found = begin.exec(text)) {
      const bytes = decode(text, begin.lastIndex, budget);
      yield { name: found[1] ?? "", content: ByteReader.of(bytes) };
    }
  } finally {
    held.release();
  }
}

function decode(text: string, start: number, budget: Budget): Buffer {
  let bytes = 0;
  for (const { count } of listLines(text, start)) bytes += count;
  budget.countOutput(bytes);
  const decoded = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const line of listLines(text, start)) {
    for (let index = 0; index < line.count; index += 1) decoded[at++] = readByte(text, line, index);
  }
  return decoded;
}

interface Line {
  readonly start: number;
  readonly end: number;
  /** Bytes that it stands for. */
  readonly count: number;
}

/** The lines up to the first that states no count, as the one before `end` and that one do. */
function* listLines(text: string, start: number): Generator<Line> {
  for (let at = start; at < text.length; ) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const count = text.charCodeAt(at) - ZERO;
    if (count <= 0 || count > BYTES_OF_LINE_MAX) return;
    yield { start: at + 1, end, count };
    at = end + 1;
  }
}

/** Blanks at the end of a line may have been lost: what is not there is zero. */
function readByte(text: string, line: Line, index: number): number {
  const at = line.start + Math.floor(index / 3) * 4 + (index % 3);
  const read = (place: number): number => (place < line.end ? toSixBits(text.charCodeAt(place)) : 0);
  return (((read(at) << 6) | read(at + 1)) >> (4 - (index % 3) * 2)) & 0xff;
}

/** A blank and a backquote are both zero, as is a carriage return at the end of a line. */
function toSixBits(code: number): number {
  return code < ZERO ? 0 : (code - ZERO) & 0x3f;
}
