import { isAscii, isUtf8 } from "node:buffer";
import { encodedWindows1252 } from "./windows-1252.ts";

/** Text as its bytes arrive. */
export interface TextSource {
  /** The text of these bytes as far as it is complete. Never throws. */
  decode(bytes: Buffer, isLast: boolean): string;
  /** Bytes so far that are no text in the encoding. */
  readonly badBytes: number;
}

const noBytes = Buffer.alloc(0);

/**
 * UTF-8. A byte that belongs to no character is read as windows-1252: where no encoding is declared, or a wrong one, such bytes
 * are the Latin letters of names. Bytes below 0x80 always stand for themselves.
 */
export class Utf8Decoder implements TextSource {
  #pending: Buffer = noBytes;
  badBytes = 0;

  decode(bytes: Buffer, isLast: boolean): string {
    const joined = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const end = isLast ? joined.length : endOfWholeCharacters(joined);
    // A copy: the caller may fill its buffer anew.
    this.#pending = end === joined.length ? noBytes : Buffer.from(joined.subarray(end));
    const whole = joined.subarray(0, end);
    if (isAscii(whole)) return whole.toString("latin1");
    return (isUtf8(whole) ? whole : this.#mend(whole)).toString("utf8");
  }

  /** The same text as UTF-8 throughout. */
  #mend(bytes: Buffer): Buffer {
    const mended = Buffer.allocUnsafe(bytes.length * 3);
    let length = 0;
    for (let at = 0; at < bytes.length; ) {
      const used = measureCharacter(bytes, at);
      if (used === 0) {
        length += encodedWindows1252(bytes[at] ?? 0).copy(mended, length);
        this.badBytes += 1;
        at += 1;
      } else for (const end = at + used; at < end; at += 1) mended[length++] = bytes[at] ?? 0;
    }
    return mended.subarray(0, length);
  }
}

/** Where the last character that is complete ends: a sequence of UTF-8 has at most 4 bytes. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the table of lead bytes reads best in one place
export function endOfWholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** Length of the character that begins at `at` (Unicode table 3-7), 0 where none does. */
function measureCharacter(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || !isSecond(lead, bytes[at + 1] ?? 0)) return 0;
  for (let next = 2; next < length; next += 1) if (!isTrail(bytes[at + next] ?? 0)) return 0;
  return length;
}

/** Shorter forms, surrogates and what lies beyond Unicode show in the second byte. */
function isSecond(lead: number, byte: number): boolean {
  if (!isTrail(byte)) return false;
  if (lead === 0xe0) return byte >= 0xa0;
  if (lead === 0xed) return byte < 0xa0;
  if (lead === 0xf0) return byte >= 0x90;
  return lead !== 0xf4 || byte < 0x90;
}

function isTrail(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}
