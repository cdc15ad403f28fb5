import { isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import type { Encoding } from "./encoding.ts";
import { endOfWholeCharacters, type TextSource, Utf8Decoder } from "./utf8-decoder.ts";

const noBytes = Buffer.alloc(0);
const replacement = "\ufffd";

/** From the first letter beyond ASCII on, so many bytes show whether they are UTF-8. */
const SHOWN_BYTES = 64;

/** Two bytes of UTF-8 are often a character here too; three bytes are hardly ever characters. */
const doubleByte = new Set(["gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"]);

/** The encodings of the Encoding standard, by the platform. Bytes without a character are read as U+FFFD. */
export class PlatformDecoder implements TextSource {
  readonly #decoder: TextDecoder;
  badBytes = 0;

  constructor(encoding: Encoding) {
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true });
  }

  decode(bytes: Buffer, isLast: boolean): string {
    const text = this.#decoder.decode(bytes, { stream: !isLast });
    for (let at = text.indexOf(replacement); at >= 0; at = text.indexOf(replacement, at + 1)) this.badBytes += 1;
    return text;
  }
}

/**
 * A declared encoding in which bytes below 0x80 stand for themselves, and `<`, `>` and `&` are never part of another
 * character. Programs declare one and write UTF-8 all the same: then the bytes are believed.
 */
export class DeclaredDecoder implements TextSource {
  readonly #encoding: Encoding;
  readonly #onMismatch: (() => void) | null;
  #head: Buffer = noBytes;
  #source: TextSource | null = null;

  /** @param onMismatch `null`: the document itself does not declare it, and may well be UTF-8 */
  constructor(encoding: Encoding, onMismatch: (() => void) | null) {
    this.#encoding = encoding;
    this.#onMismatch = onMismatch;
  }

  get badBytes(): number {
    return this.#source?.badBytes ?? 0;
  }

  decode(bytes: Buffer, isLast: boolean): string {
    if (this.#source !== null) return this.#source.decode(bytes, isLast);
    const joined = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    if (isAscii(joined)) return joined.toString("latin1");
    const start = joined.findIndex((byte) => byte >= 0x80);
    const before = joined.toString("latin1", 0, start);
    const rest = joined.subarray(start);
    if (rest.length < SHOWN_BYTES && !isLast) {
      // A copy: the caller may fill its buffer anew.
      this.#head = Buffer.from(rest);
      return before;
    }
    this.#source = this.#choose(rest.subarray(0, SHOWN_BYTES));
    return before + this.#source.decode(rest, isLast);
  }

  #choose(shown: Buffer): TextSource {
    const whole = shown.subarray(0, endOfWholeCharacters(shown));
    const mayCoincide = this.#onMismatch !== null && doubleByte.has(this.#encoding);
    const isShown = isUtf8(whole) && (!mayCoincide || whole.some((byte) => byte >= 0xe0));
    if (!isShown || whole.length === 0) return new PlatformDecoder(this.#encoding);
    this.#onMismatch?.();
    return new Utf8Decoder();
  }
}
