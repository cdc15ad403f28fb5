import { EnvelopeError } from "./refusal.ts";

/** Lines that begin like a boundary but are none; more of them are made to waste time. */
const lookalikesMax = 10_000;
/** The rest of a boundary line is white space (RFC 2046, 5.1.1); a longer rest is none. */
const paddingBytesMax = 256;

/** The parts of a multipart body, preamble and epilogue left out. A missing end boundary is taken as the body's end. */
export function* splitMultipart(body: Buffer, boundary: string): Generator<Buffer> {
  let partStart: number | undefined;
  for (const line of findBoundaryLines(body, Buffer.from(`--${boundary}`, "latin1"))) {
    if (partStart !== undefined) yield trimLineEnd(body.subarray(partStart, line.start));
    if (line.isLast) return;
    partStart = line.end;
  }
  if (partStart !== undefined) yield body.subarray(partStart);
}

interface BoundaryLine {
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

function* findBoundaryLines(body: Buffer, delimiter: Buffer): Generator<BoundaryLine> {
  let lookalikes = 0;
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    const rest = isLineStart(body, at) ? readRestOfLine(body, at + delimiter.length) : undefined;
    const ending = rest === undefined ? null : /^(--)?[ \t]*\r?\n?$/.exec(rest);
    if (ending) yield { start: at, end: at + delimiter.length + (rest?.length ?? 0), isLast: ending[1] !== undefined };
    else if (++lookalikes > lookalikesMax) throw new EnvelopeError("mail-too-complex");
  }
}

function isLineStart(body: Buffer, at: number): boolean {
  return at === 0 || body[at - 1] === 0x0a;
}

function readRestOfLine(body: Buffer, at: number): string {
  const window = body.subarray(at, at + paddingBytesMax);
  const end = window.indexOf(0x0a);
  return window.toString("latin1", 0, end === -1 ? window.length : end + 1);
}

/** The line break in front of a boundary belongs to the boundary (RFC 2046, 5.1.1). */
function trimLineEnd(part: Buffer): Buffer {
  if (!part.subarray(-1).equals(Buffer.from("\n"))) return part;
  return part.subarray(0, part[part.length - 2] === 0x0d ? -2 : -1);
}
