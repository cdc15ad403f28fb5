import { EnvelopeError } from "../submission/refusal.ts";

const lineOfDashes = Buffer.from("\n--");
const lonelyDashes = Buffer.from("\r--");
/** Lines that begin like a boundary; more of them are made to waste time. */
const LINES_OF_DASHES_MAX = 100_000;
/** The rest of a boundary line is white space (RFC 2046, 5.1.1). A line with a longer rest is not a boundary. */
const PADDING_BYTES_MAX = 256;
const looseEnding = /^(?:--)?[ \t]*(?:\r(?!\n)|[ \t]$)/;

/** The parts of a multipart body, preamble and epilogue left out. A missing end boundary is taken as the body's end. */
export function* splitMultipart(body: Buffer, boundary: string): Generator<Buffer> {
  let partStart: number | undefined;
  for (const line of findBoundaryLines(body, boundary)) {
    if (partStart !== undefined) yield trimLineEnd(body.subarray(partStart, line.start));
    if (line.isLast) return;
    partStart = line.end;
  }
  if (partStart !== undefined) yield body.subarray(partStart);
}

/**
 * Whether all readers of mail split the body in the same places. Some take a lone carriage return for the end of a line, and
 * any number of blanks for the rest of one.
 */
export function isPlainSplit(body: Buffer, boundary: string): boolean {
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  const begins = (at: number): boolean => body.subarray(at, at + delimiter.length).equals(delimiter);
  let lines = 0;
  for (const start of findDashes(body)) {
    if (++lines > LINES_OF_DASHES_MAX) return false;
    if (begins(start) && looseEnding.test(readRestOfLine(body, start + delimiter.length))) return false;
  }
  for (let at = body.indexOf(lonelyDashes); at !== -1; at = body.indexOf(lonelyDashes, at + 1)) {
    if (++lines > LINES_OF_DASHES_MAX || begins(at + 1)) return false;
  }
  return true;
}

const LOST_BOUNDARY_BYTES = 64 * 1024;

/** Whether the boundary stands on a line of the body at all. */
export function hasBoundaryLine(body: Buffer, boundary: string): boolean {
  return findBoundaryLines(body, boundary).next().done === false;
}

/** The boundary of a body whose header does not name it, or names another one: of the first line that looks like one and has a part's field behind it. */
export function findLostBoundary(body: Buffer): string | undefined {
  const head = body.toString("latin1", 0, LOST_BOUNDARY_BYTES);
  return /^--(?=-*[^\s-])(\S[^\r\n]{0,69}?)[ \t]*\r*\n(?:content-|\r*\n)/im.exec(head)?.[1];
}

interface BoundaryLine {
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/** The lines that part a multipart body, in their order; those behind the last one are no longer of it. */
export function* findBoundaryLines(body: Buffer, boundary: string): Generator<BoundaryLine> {
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  for (const start of findLinesOfDashes(body)) {
    const delimiterEnd = start + delimiter.length;
    if (!body.subarray(start, delimiterEnd).equals(delimiter)) continue;
    const rest = readRestOfLine(body, delimiterEnd);
    const ending = /^(--)?[ \t]*\r*\n?$/.exec(rest);
    if (ending) yield { start, end: delimiterEnd + rest.length, isLast: ending[1] !== undefined };
  }
}

function* findLinesOfDashes(body: Buffer): Generator<number> {
  let lines = 0;
  for (const start of findDashes(body)) {
    if (++lines > LINES_OF_DASHES_MAX) throw new EnvelopeError("mail-too-complex");
    yield start;
  }
}

/** Searching for the boundary itself would take minutes in a body made for it: long boundaries and nearly that in it. */
function* findDashes(body: Buffer): Generator<number> {
  if (body[0] === 0x2d && body[1] === 0x2d) yield 0;
  for (let at = body.indexOf(lineOfDashes); at !== -1; at = body.indexOf(lineOfDashes, at + 1)) yield at + 1;
}

function readRestOfLine(body: Buffer, at: number): string {
  const window = body.subarray(at, at + PADDING_BYTES_MAX);
  const end = window.indexOf(0x0a);
  return window.toString("latin1", 0, end === -1 ? window.length : end + 1);
}

/** The line break in front of a boundary belongs to the boundary (RFC 2046, 5.1.1). */
function trimLineEnd(part: Buffer): Buffer {
  if (!part.subarray(-1).equals(Buffer.from("\n"))) return part;
  return part.subarray(0, part[part.length - 2] === 0x0d ? -2 : -1);
}
