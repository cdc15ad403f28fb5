import { EnvelopeError } from "../submission/refusal.ts";

/** One element (X.690, section 8.1) of bytes in BER. */
export interface BerElement {
  /** Its only identifier octet; longer ones are not read. */
  readonly tag: number;
  /** Where its content begins. */
  readonly start: number;
  /** Where its content ends; `null` when a mark of end says so. */
  readonly end: number | null;
}

const END_OF_CONTENTS = 0;
const CONSTRUCTED = 0x20;
/** Deeper nesting, where elements of no stated length must be walked, is made to cost time. */
const DEPTH_MAX = 8;

/** Reads the element at `at`. Throws `EnvelopeError` for what is no BER, or ends before it. */
export function readBerElement(bytes: Buffer, at: number): BerElement {
  const tag = byteAt(bytes, at);
  if ((tag & 0x1f) === 0x1f) throw new EnvelopeError("corrupt");
  const length = byteAt(bytes, at + 1);
  const start = at + 2;
  if (length < 0x80) return { tag, start, end: start + length };
  if (length === 0x80) return { tag, start, end: null };
  const octets = length & 0x7f;
  if (octets > 4) throw new EnvelopeError("corrupt");
  byteAt(bytes, start + octets - 1);
  return { tag, start: start + octets, end: start + octets + bytes.readUIntBE(start, octets) };
}

/** The elements in one that is constructed. What is cut off is noticed where it is read. */
export function* listBerElements(bytes: Buffer, outer: BerElement): Generator<BerElement> {
  if ((outer.tag & CONSTRUCTED) === 0) throw new EnvelopeError("corrupt");
  for (let at = outer.start; outer.end === null || at < outer.end; ) {
    const element = readBerElement(bytes, at);
    if (outer.end === null && element.tag === END_OF_CONTENTS) return;
    yield element;
    at = findEnd(bytes, element, 0);
  }
}

function findEnd(bytes: Buffer, { tag, start, end }: BerElement, depth: number): number {
  if (end !== null) return end;
  if (depth > DEPTH_MAX || (tag & CONSTRUCTED) === 0) throw new EnvelopeError("corrupt");
  for (let at = start; ; ) {
    const element = readBerElement(bytes, at);
    if (element.tag === END_OF_CONTENTS) return at + 2;
    at = findEnd(bytes, element, depth + 1);
  }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new EnvelopeError("truncated");
  return byte;
}
