import { isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { detectEncoding, type Encoding, HEAD_LENGTH_MAX } from "./encoding.ts";
import type { ReportWarning } from "./warnings.ts";

const noBytes = Buffer.alloc(0);
const replacement = "\ufffd";
/** Forbidden by XML 1.0 section 2.2; PostgreSQL cannot store the first of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters looked for
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Turns a document's bytes into text, whatever its encoding and however the bytes are split. CR LF and CR are line feeds
 * from here on (XML 1.0 section 2.11): a carriage return in the text was written as a reference. Never throws.
 */
export class XmlDecoder {
  #head: Buffer = noBytes;
  #decode: ((bytes: Buffer, isLast: boolean) => string) | null = null;
  #pending: Buffer = noBytes;
  #endedInReturn = false;
  #badBytes = 0;
  #badCharacters = 0;
  #problem: ReportWarning | null = null;

  /** The text of these bytes as far as it is complete. */
  write(bytes: Buffer, isLast: boolean): string {
    if (this.#decode !== null) return this.#clean(this.#decode(bytes, isLast));
    const joined = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const choice = detectEncoding(joined.subarray(0, HEAD_LENGTH_MAX), isLast);
    if (choice === null) {
      // A copy: the caller may fill its buffer anew.
      this.#head = Buffer.from(joined);
      return "";
    }
    this.#head = noBytes;
    if (choice.problem !== undefined) {
      this.#problem = { code: choice.problem.code, path: "", detail: choice.problem.label, count: 1 };
    }
    this.#decode = this.#createDecode(choice.encoding);
    return this.#clean(this.#decode(joined.subarray(choice.markLength), isLast));
  }

  /** What could not be decoded exactly, summed up over the document. */
  warnings(): ReportWarning[] {
    const warnings = this.#problem === null ? [] : [this.#problem];
    if (this.#badBytes > 0) warnings.push({ code: "bad-bytes", path: "", count: this.#badBytes });
    if (this.#badCharacters > 0) warnings.push({ code: "bad-characters", path: "", count: this.#badCharacters });
    return warnings;
  }

  #createDecode(encoding: Encoding): (bytes: Buffer, isLast: boolean) => string {
    if (encoding === "utf-8") return (bytes, isLast) => this.#decodeUtf8(bytes, isLast);
    if (encoding === "windows-1252") return decodeWindows1252;
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    return (bytes, isLast) => {
      const text = decoder.decode(bytes, { stream: !isLast });
      this.#badBytes += countOf(text, replacement);
      return text;
    };
  }

  #decodeUtf8(bytes: Buffer, isLast: boolean): string {
    const joined = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const end = isLast ? joined.length : endOfWholeCharacters(joined);
    this.#pending = end === joined.length ? noBytes : Buffer.from(joined.subarray(end));
    const whole = joined.subarray(0, end);
    if (isAscii(whole)) return whole.toString("latin1");
    const text = whole.toString("utf8");
    // A U+FFFD that the reporter wrote is not a bad byte.
    if (!isUtf8(whole))
      this.#badBytes += countOf(text, replacement) - countOf(whole.toString("latin1"), "\xef\xbf\xbd");
    return text;
  }

  #clean(decoded: string): string {
    const text = this.#toLineFeeds(decoded);
    if (text.search(forbiddenCharacters) < 0) return text;
    this.#badCharacters += text.match(forbiddenCharacters)?.length ?? 0;
    return text.replace(forbiddenCharacters, replacement);
  }

  /** A carriage return at the end is a line feed at once; the line feed that may follow is left out then. */
  #toLineFeeds(text: string): string {
    const rest = this.#endedInReturn && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") this.#endedInReturn = text.endsWith("\r");
    return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
  }
}

/** Where the last character that is complete ends: a sequence of UTF-8 has at most 4 bytes. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the table of lead bytes reads best in one place
function endOfWholeCharacters(bytes: Buffer): number {
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

/** The characters of windows-1252 for the bytes 0x80 to 0x9f (WHATWG Encoding). */
const windows1252 =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
  "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

function decodeWindows1252(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  if (isAscii(bytes)) return text;
  return text.replace(/[\x80-\x9f]/g, (character) => windows1252.charAt(character.charCodeAt(0) - 0x80));
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}
