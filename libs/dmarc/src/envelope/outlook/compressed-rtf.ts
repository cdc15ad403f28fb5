import { EnvelopeError } from "../submission/refusal.ts";

const HEADER_BYTES = 16;
const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const DICTIONARY_BYTES = 4096;
/** Eight tokens of two bytes stand for at most 17 each. */
const GROWTH_MAX = 8;
/** What the dictionary begins with (MS-OXRTFCP, section 2.1.2.1). */
const beginning = Buffer.from(
  String.raw`{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` +
    "\r\n" +
    String.raw`\par \pard\plain\f0\fs20\b\i\u\tab\tx`,
  "latin1",
);

/**
 * Unpacks RTF as Outlook keeps it (MS-OXRTFCP). The sizes that its header states are not believed.
 * @throws {EnvelopeError} also over `bytesMax`
 */
export function decompressRtf(packed: Buffer, bytesMax: number): Buffer {
  if (packed.length < HEADER_BYTES) throw new EnvelopeError("truncated");
  const content = packed.subarray(HEADER_BYTES);
  const type = packed.readUInt32LE(8);
  if (type === COMPRESSED) return decompress(content, bytesMax);
  if (type !== UNCOMPRESSED) throw new EnvelopeError("corrupt");
  if (content.length > bytesMax) throw new EnvelopeError("container-too-large");
  return content;
}

function decompress(content: Buffer, bytesMax: number): Buffer {
  const dictionary = Buffer.alloc(DICTIONARY_BYTES);
  let place = beginning.copy(dictionary);
  const output = Buffer.allocUnsafe(Math.min(bytesMax, content.length * GROWTH_MAX));
  let length = 0;
  const put = (byte: number): void => {
    if (length === output.length) throw new EnvelopeError("container-too-large");
    output[length++] = byte;
    dictionary[place] = byte;
    place = (place + 1) % DICTIONARY_BYTES;
  };
  for (const token of readTokens(content)) {
    if (token.length === 0) put(token.value);
    else if (token.value === place) break;
    else for (let i = 0; i < token.length; i += 1) put(dictionary[(token.value + i) % DICTIONARY_BYTES] ?? 0);
  }
  return output.subarray(0, length);
}

interface Token {
  /** A byte itself, or where in the dictionary several stand. */
  readonly value: number;
  /** 0: the byte itself. */
  readonly length: number;
}

/** Each byte of flags says which of the next eight tokens stand in the dictionary. */
function* readTokens(content: Buffer): Generator<Token> {
  for (let at = 0; ; ) {
    const flags = byteAt(content, at++);
    for (let bit = 0; bit < 8; bit += 1) {
      const value = byteAt(content, at++);
      if ((flags & (1 << bit)) === 0) yield { value, length: 0 };
      else {
        const next = byteAt(content, at++);
        yield { value: (value << 4) | (next >> 4), length: (next & 0x0f) + 2 };
      }
    }
  }
}

/** A mark ends the text, so that the bytes do not. */
function byteAt(content: Buffer, at: number): number {
  const byte = content[at];
  if (byte === undefined) throw new EnvelopeError("truncated");
  return byte;
}
